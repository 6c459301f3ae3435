package org.grcuda.runtime.completion;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.stream.StreamManager;
import org.grcuda.runtime.sync.Blocker;

/**
 * A daemon thread that sees to it that completed work is let go while nobody submits or waits. It
 * sleeps on the oldest event, looks at most once per millisecond, and parks when it has found
 * nothing to wait for during ten of them; so a burst of short computations wakes it once. While
 * something waits for memory it sleeps on the oldest event of the device whose memory that is, but
 * not for long: what frees the memory may be another. Where something goes on when a computation
 * has ended, it sleeps on that one.
 */
public final class Reaper implements Runnable {

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int IDLE_PAUSES = 10;

  /** So soon it learns that something has begun to wait for memory. */
  private static final long SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final SchedulingLock lock;
  private final StreamManager streams;
  private final CompletionTracker completion;
  private final Followers followers;
  private final VertexWaits waits;
  private final IntPredicate waitsForMemory;

  /** What is ready and kept back; null where nothing ever is. */
  private final KeptBack kept;

  private final WorkSignal signal;
  private final Thread thread;

  /** Whether another computation than the one that it sleeps on may be what somebody wants. */
  private boolean isUrgent;

  /** Whether devices take more when computations have ended. */
  private boolean isPulled;

  private volatile boolean stopped;

  /**
   * @param waitsForMemory whether something waits for memory of a device
   * @param signal wakes it where it has found nothing to wait for
   */
  public Reaper(
      SchedulingLock lock,
      StreamManager streams,
      CompletionTracker completion,
      Followers followers,
      VertexWaits waits,
      IntPredicate waitsForMemory,
      KeptBack kept,
      WorkSignal signal) {
    this.signal = signal;
    this.followers = followers;
    this.waits = waits;
    this.waitsForMemory = waitsForMemory;
    this.lock = lock;
    this.streams = streams;
    this.completion = completion;
    this.kept = kept;
    thread = new Thread(this, "grcuda-reaper");
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Ends the thread, and returns when it has ended. */
  public void stop() {
    stopped = true;
    thread.interrupt();
    Blocker.uninterruptible().block(Thread::join, thread);
  }

  @Override
  public void run() {
    int idle = 0;
    try {
      while (!stopped) {
        Vertex oldest = oldest();
        if (oldest != null) {
          idle = 0;
          // A device may run out of work before the oldest computation completes.
          if (kept == null || isPulled) {
            waits.awaitInterruptibly(oldest, isUrgent || isPulled ? PAUSE_NANOS : SLEEP_NANOS);
          }
        } else if (++idle > IDLE_PAUSES) {
          idle = 0;
          parkUntilWork();
        }
        if (oldest == null || !isPulled && (kept != null || !lock.waitsForMemory())) {
          LockSupport.parkNanos(this, PAUSE_NANOS);
        }
      }
    } catch (InterruptedException e) {
      if (!stopped) {
        throw new IllegalStateException("the reaper was interrupted by a stranger", e);
      }
    }
  }

  /** The unfinished computation to sleep on, after letting go of the finished ones. */
  private Vertex oldest() {
    lock.lock();
    try {
      completion.pollAll();
      if (kept != null) {
        kept.tick();
        isPulled = kept.isPulled();
      }
      isUrgent = lock.waitsForMemory() || followers.areSeveral();
      Vertex told = lock.waitsForMemory() ? null : followers.next();
      if (told != null) {
        return told;
      }
      ComputeStream wanted = lock.waitsForMemory() ? streams.oldest(waitsForMemory) : null;
      return wanted != null ? wanted.head : completion.oldest();
    } finally {
      lock.unlock();
    }
  }

  private void parkUntilWork() {
    signal.listen();
    // Work that came before is seen here, later work wakes.
    if (oldest() != null) {
      signal.ignore();
    }
    while (signal.isAwaited() && !stopped) {
      LockSupport.park(this);
    }
  }
}
