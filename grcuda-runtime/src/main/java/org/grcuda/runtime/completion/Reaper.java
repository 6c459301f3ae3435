package org.grcuda.runtime.completion;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import org.grcuda.driver.DriverException;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.stream.StreamManager;
import org.grcuda.runtime.sync.Blocker;

/**
 * A daemon thread that lets completed work go while nobody submits or waits. It sleeps on the
 * oldest event, looks at most once per millisecond, and parks when it has found nothing to wait for
 * in ten pauses of a millisecond. So a burst of short computations wakes it once.
 *
 * <p>While something waits for memory, it sleeps on the oldest event of the device whose memory
 * that is, but not for long: another computation may free the memory. If a follower is to go on
 * soon after a computation ({@link Followers#soonAfterParents}), it sleeps on that computation.
 *
 * <p>If there is a {@link ReadyQueue}, it does not sleep on events, but looks once per millisecond.
 * While devices take computations from the queue, it sleeps on an event for at most a millisecond,
 * and does not pause.
 */
public final class Reaper implements Runnable {

  private static final Logger LOGGER = System.getLogger(Reaper.class.getName());

  /** Pause between two looks, and longest sleep on an event while something is urgent. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Pauses without work after which the thread parks. */
  private static final int IDLE_PAUSES = 10;

  /**
   * Longest sleep on an event: after it, the thread learns that something has begun to wait for
   * memory.
   */
  private static final long SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final SchedulingLock lock;
  private final StreamManager streams;
  private final CompletionTracker completion;
  private final Followers followers;
  private final VertexWaits waits;
  private final IntPredicate waitsForMemory;

  /** The ready computations that are kept back; null if none ever are. */
  private final KeptBack kept;

  private final WorkSignal signal;
  private final Thread thread;

  /** Whether something may wait for a computation other than the one that the thread sleeps on. */
  private boolean isUrgent;

  /** Whether devices take more computations when others have ended. */
  private boolean isPulled;

  /** Whether what is kept back is looked at once a millisecond. */
  private boolean isTicked;

  /** Pauses in a row without work. */
  private int idle;

  /** Whether the driver has refused what was asked last. */
  private boolean isRefused;

  private volatile boolean stopped;

  /**
   * @param waitsForMemory whether something waits for memory of a device
   * @param signal wakes the thread when it is parked
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

  /** Starts the thread. */
  public void start() {
    thread.start();
  }

  /** Ends the thread, and returns when it has ended. */
  public void stop() {
    stopped = true;
    thread.interrupt();
    Blocker.uninterruptible().block(Thread::join, thread);
  }

  /** Lets completed work go until {@link #stop}. */
  @Override
  public void run() {
    try {
      while (!stopped) {
        try {
          turn();
          isRefused = false;
        } catch (DriverException e) {
          // The program learns of it when it waits itself. What is held back still needs this
          // thread. After a fault the driver refuses all that follows: it is told once.
          if (!isRefused) {
            LOGGER.log(Level.WARNING, "the driver refused to tell what has ended; asking again", e);
          }
          isRefused = true;
          LockSupport.parkNanos(this, PAUSE_NANOS);
        }
      }
    } catch (InterruptedException e) {
      if (!stopped) {
        throw new IllegalStateException("the reaper was interrupted by a stranger", e);
      }
    }
  }

  private void turn() throws InterruptedException {
    Vertex oldest = oldest();
    if (oldest != null) {
      idle = 0;
      // A device may run out of work before the oldest computation completes.
      if (!isTicked || isPulled) {
        waits.awaitInterruptibly(oldest, isUrgent || isPulled ? PAUSE_NANOS : SLEEP_NANOS);
      }
    } else if (++idle > IDLE_PAUSES) {
      idle = 0;
      parkUntilWork();
    }
    if (oldest == null || !isPulled && (isTicked || !lock.waitsForMemory())) {
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
  }

  /**
   * Lets finished computations go, and returns the unfinished one to sleep on; null if there is
   * none.
   */
  private Vertex oldest() {
    lock.lock();
    try {
      completion.pollAll();
      if (kept != null) {
        kept.tick();
        isPulled = kept.isPulled();
        isTicked = kept.isTicked();
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
    // Work that came before listen() is seen here; later work gives the signal.
    if (oldest() != null) {
      signal.ignore();
    }
    while (signal.isAwaited() && !stopped) {
      LockSupport.park(this);
    }
  }
}
