package org.grcuda.driver.composite;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.grcuda.driver.Event;
import org.grcuda.driver.UsageException;

/**
 * Holds submissions back that wait for a device of another driver, and whatever comes after them on
 * their streams. A driver cannot wait for an event of another, so the host does: a thread that
 * exists from the first such wait on, and every thread that asks for an event meanwhile.
 */
final class Bridge {

  /** How long the thread sleeps on events, before it looks whether others have come. */
  private static final long PAUSE_NANOS = 100_000;

  private static final long PAUSE_MILLIS = 1;

  /** The streams on which something is held back. */
  private final Set<CompositeStream> holding = new LinkedHashSet<>();

  private Thread thread;
  private volatile boolean closed;

  void requireOpen() {
    if (closed) {
      throw new UsageException("the driver is closed");
    }
  }

  /**
   * Hands {@code crossing} to the driver, or holds it back.
   *
   * @throws RuntimeException what the driver throws: nothing has changed then
   */
  synchronized void submit(Crossing crossing) {
    requireOpen();
    crossing.resolve();
    advance();
    if (!crossing.isFree()) {
      crossing.hold();
      crossing.recorded();
      holding.addAll(crossing.streams());
      startThread();
      notifyAll();
      return;
    }
    boolean taken = false;
    try {
      crossing.submit();
      taken = true;
    } finally {
      if (!taken) {
        crossing.undo();
      }
    }
    crossing.recorded();
  }

  private void startThread() {
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name("grcuda-bridge").start(this::carry);
    }
  }

  /** Lets go what waits for nothing any more. */
  synchronized void advance() {
    boolean any = false;
    boolean again = !holding.isEmpty();
    while (again) {
      again = false;
      for (CompositeStream stream : List.copyOf(holding)) {
        while (!stream.held().isEmpty() && stream.held().peek().isFree()) {
          release(stream.held().peek());
          again = true;
          any = true;
        }
        if (stream.held().isEmpty()) {
          holding.remove(stream);
        }
      }
    }
    if (any) {
      notifyAll();
    }
  }

  private static void release(Crossing crossing) {
    try {
      crossing.submit();
    } catch (RuntimeException e) {
      crossing.fail(e);
    }
    crossing.leave();
  }

  /** The body of the thread. */
  private void carry() {
    try {
      List<Recording> awaited = nextAwaited();
      while (awaited != null) {
        awaitAny(awaited);
        awaited = nextAwaited();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  private static void awaitAny(List<Recording> some) throws InterruptedException {
    Recording first = some.getFirst();
    List<Event> others =
        some.stream()
            .filter(other -> other != first && other.device().part() == first.device().part())
            .map(Recording::inner)
            .toList();
    first.inner().awaitAny(others, PAUSE_NANOS);
  }

  /** What holds submissions back, at least one recording; null if the bridge is closed. */
  private synchronized List<Recording> nextAwaited() throws InterruptedException {
    while (!closed) {
      advance();
      List<Recording> awaited = new ArrayList<>();
      for (CompositeStream stream : holding) {
        Recording next = stream.held().peek().awaited();
        if (next != null) {
          awaited.add(next);
        }
      }
      if (!awaited.isEmpty()) {
        return awaited;
      }
      wait(holding.isEmpty() ? 0 : PAUSE_MILLIS);
    }
    return null;
  }

  /** Whether nothing is held back on {@code stream}. */
  synchronized boolean isReleased(CompositeStream stream) {
    advance();
    return stream.held().isEmpty();
  }

  /** Waits until nothing is held back on any of the {@code wanted} streams. */
  synchronized void awaitReleased(Predicate<CompositeStream> wanted) {
    requireOpen();
    boolean interrupted = false;
    advance();
    while (holding.stream().anyMatch(wanted)) {
      try {
        wait(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      advance();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits until {@code recording} is with its driver, or {@code nanos} nanoseconds have passed.
   * Returns whether it is.
   */
  synchronized boolean awaitSubmitted(Recording recording, long nanos) throws InterruptedException {
    long start = System.nanoTime();
    advance();
    while (!recording.isSubmitted()) {
      long rest = nanos - (System.nanoTime() - start);
      if (rest <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, Math.min(rest, PAUSE_MILLIS * 1_000_000));
      advance();
    }
    return true;
  }

  /** Waits for what is held back, and refuses everything later. */
  void close() {
    awaitReleased(stream -> true);
    Thread last;
    synchronized (this) {
      closed = true;
      last = thread;
      notifyAll();
    }
    boolean interrupted = false;
    while (last != null && last.isAlive()) {
      try {
        last.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
