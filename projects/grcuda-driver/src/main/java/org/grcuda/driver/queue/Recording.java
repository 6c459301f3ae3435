package org.grcuda.driver.queue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.DriverException;

/**
 * The completion of one record of an event, or of the end of a stream that somebody waits for.
 * Completed and added to with the lock of {@link CommandQueues} held; read and awaited without it.
 */
abstract class Recording {

  // Few are waited for: the list is made for the first.
  private List<QueuedStream> waiting = List.of();
  private DriverException failure;
  private long time;
  private volatile boolean complete;
  private volatile boolean awaited;

  final boolean isComplete() {
    return complete;
  }

  /** Null until complete. */
  final DriverException failure() {
    return complete ? failure : null;
  }

  /** Nanoseconds on the device clock at completion. */
  final long time() {
    return time;
  }

  final void addWaiting(QueuedStream stream) {
    if (waiting.isEmpty()) {
      waiting = new ArrayList<>(1);
    }
    if (!waiting.contains(stream)) {
      waiting.add(stream);
    }
  }

  /** Completes this and returns the streams that may go on now. */
  final List<QueuedStream> complete(DriverException cause, long now) {
    failure = cause;
    time = now;
    // Whoever waits has set the one flag before it looks at the other: one of the two sees both.
    complete = true;
    if (awaited) {
      synchronized (this) {
        notifyAll();
      }
    }
    List<QueuedStream> released = waiting;
    waiting = List.of();
    return released;
  }

  final synchronized void await() throws InterruptedException {
    awaited = true;
    while (!complete) {
      wait();
    }
  }

  /** As {@link #await}; an interrupt is kept for the caller. */
  final void awaitUninterruptibly() {
    boolean interrupted = false;
    while (!complete) {
      try {
        await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
