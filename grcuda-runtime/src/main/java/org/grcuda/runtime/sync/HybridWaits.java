package org.grcuda.runtime.sync;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.grcuda.driver.Event;

/**
 * Waiting by polling and then blocking (Elmougy, Jia, Ding and Shan, "Diagnosing the Interference
 * on CPU-GPU Synchronization Caused by CPU Sharing in Multi-Tenant GPU Clouds", algorithm 1): the
 * thread polls for work whose end is near, and sleeps during other work. Three things differ from
 * the published algorithm. The clock starts with the work, not with the wait. A long wait sleeps
 * until shortly before the predicted end and then polls. It learns from intervals: see {@link
 * Estimate}. Whether others have the core is learnt as well: see {@link Preemptions}.
 *
 * <p>Safe for threads.
 */
public final class HybridWaits {

  /**
   * How many kinds of waits are remembered; the one not seen for the longest time is forgotten
   * first.
   */
  private static final int MAX_KEYS = 1024;

  /** Bounds of the threshold that is measured, in nanoseconds. */
  private static final long LEAST_THRESHOLD = 10_000;

  private static final long UNCALIBRATED_THRESHOLD = 15_000;

  private static final long GREATEST_THRESHOLD = 30_000;

  /**
   * A wait without a sleep may poll for this many thresholds, since it saves the cost of a wake-up.
   */
  private static final int SLEEPLESS = 2;

  /** Short sleeps that show how late sleeps are. */
  private static final int CALIBRATING_SLEEPS = 3;

  private static final long CALIBRATING_NANOS = 1_000;

  private final LongSupplier clock;
  private final LongConsumer sleeper;
  private final long threshold;
  private final SleepModel sleeps = new SleepModel();
  private final TimerSlack slack = new TimerSlack();
  private final Preemptions preemptions = new Preemptions();
  private final Map<WaitKey, Estimate> estimates =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<WaitKey, Estimate> eldest) {
          return size() > MAX_KEYS;
        }
      };

  /**
   * @param clock nanoseconds, as {@link System#nanoTime}
   * @param sleeper makes the calling thread sleep for nanoseconds, as {@link
   *     java.util.concurrent.locks.LockSupport#parkNanos(long)}
   * @param threshold longest time to poll in one wait, nanoseconds; 0 for what a wake-up was
   *     measured to take
   */
  public HybridWaits(LongSupplier clock, LongConsumer sleeper, long threshold) {
    this.clock = clock;
    this.sleeper = sleeper;
    this.threshold = threshold;
  }

  /** The time now, in nanoseconds. */
  public long now() {
    return clock.getAsLong();
  }

  /**
   * A wait for {@code event}. {@link #end} it.
   *
   * @param begun when the work began: when its first computation was submitted, or when the work
   *     before it ended
   * @param guess nanoseconds that the work may last, for the first wait; negative for no guess
   */
  public HybridWait begin(Event event, WaitKey key, long begun, long guess) {
    synchronized (estimates) {
      return new HybridWait(this, event, key, begun, estimates.get(key), guess);
    }
  }

  /** Learns from {@code wait}, which saw the event complete. */
  public void end(HybridWait wait) {
    synchronized (estimates) {
      estimates
          .computeIfAbsent(wait.key(), key -> new Estimate())
          .add(wait.notBefore(), wait.notAfter());
    }
  }

  /** Sleeps for a moment, unless the lateness of sleeps is known. */
  void calibrate() {
    for (int i = 0; i < CALIBRATING_SLEEPS && !sleeps.isCalibrated(CALIBRATING_SLEEPS); i++) {
      slack.reduce();
      long start = now();
      sleeper.accept(CALIBRATING_NANOS);
      sleeps.add(CALIBRATING_NANOS, now() - start - CALIBRATING_NANOS);
    }
  }

  SleepModel sleeps() {
    return sleeps;
  }

  TimerSlack slack() {
    return slack;
  }

  Preemptions preemptions() {
    return preemptions;
  }

  /** The longest time to poll without a sleep. */
  long mostPolling() {
    return threshold > 0 ? threshold : SLEEPLESS * threshold();
  }

  /** The longest time to poll around a sleep. */
  long threshold() {
    if (threshold > 0) {
      return threshold;
    }
    return sleeps.isCalibrated(1)
        ? Math.clamp(sleeps.least(), LEAST_THRESHOLD, GREATEST_THRESHOLD)
        : UNCALIBRATED_THRESHOLD;
  }
}
