package org.grcuda.driver.queue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.DriverException;

/**
 * One record of an event, or one end of a stream that somebody waits for. Completed and added to
 * with the lock of {@link CommandQueues} held; read and awaited without it.
 */
final class Recording {

  // Few are waited for: the list is made for the first.
  private List<QueuedStream> waiting = List.of();
  private DriverException failure;
  private long time;
  private volatile boolean complete;

  boolean isComplete() {
    return complete;
  }

  /** Null until complete. */
  DriverException failure() {
    return complete ? failure : null;
  }

  /** Nanoseconds on the device clock at completion. */
  long time() {
    return time;
  }

  void addWaiting(QueuedStream stream) {
    if (waiting.isEmpty()) {
      waiting = new ArrayList<>(1);
    }
    if (!waiting.contains(stream)) {
      waiting.add(stream);
    }
  }

  /** Completes this and returns the streams that may go on now. */
  List<QueuedStream> complete(DriverException cause, long now) {
    failure = cause;
    time = now;
    synchronized (this) {
      complete = true;
      notifyAll();
    }
    return waiting;
  }

  synchronized void await() throws InterruptedException {
    while (!complete) {
      wait();
    }
  }

  /** As {@link #await}; an interrupt is kept for the caller. */
  void awaitUninterruptibly() {
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
