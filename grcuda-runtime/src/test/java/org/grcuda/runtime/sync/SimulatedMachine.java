package org.grcuda.runtime.sync;

import java.util.Random;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;

/**
 * A device, a clock and a scheduler of threads in virtual time: work ends when it is told to,
 * looking at a clock or an event takes a while, and wake-ups are late.
 */
final class SimulatedMachine {

  private static final long CLOCK_NANOS = 30;
  private static final long QUERY_NANOS = 70;

  final Random random = new Random(42);
  private long now = 1_000_000_000;
  private long pollNanos;
  private int wakeUps;

  /** Mean and spread of how late a sleeping thread runs. */
  long wakeUpNanos = 20_000;

  long wakeUpSpread = 2_000;

  /** What timed sleeps are late on top of that. */
  long slackNanos;

  private long preemption;

  /** The next look at an event takes so much longer, as if the thread had lost its core. */
  void preempt(long nanos) {
    preemption = nanos;
  }

  long clock() {
    now += CLOCK_NANOS;
    return now;
  }

  void pass(long nanos) {
    now += nanos;
  }

  void sleep(long nanos) {
    wakeUpAt(now + nanos + slackNanos);
  }

  /** Virtual time spent asking, since the last call. */
  long takePollNanos() {
    long taken = pollNanos;
    pollNanos = 0;
    return taken;
  }

  /** Times that a thread was woken, since the last call. */
  int takeWakeUps() {
    int taken = wakeUps;
    wakeUps = 0;
    return taken;
  }

  private void wakeUpAt(long time) {
    wakeUps++;
    now = Math.max(now, time + wakeUpNanos + (long) (random.nextDouble() * wakeUpSpread));
  }

  /** Work that ends {@code nanos} from now. */
  final class Work implements Event {

    final long end;

    Work(long nanos) {
      end = now + nanos;
    }

    /** How long ago it ended. */
    long latency() {
      return now - end;
    }

    @Override
    public boolean isComplete() {
      boolean complete = now >= end;
      now += QUERY_NANOS + preemption;
      preemption = 0;
      pollNanos += QUERY_NANOS + CLOCK_NANOS;
      return complete;
    }

    @Override
    public void await() {
      if (now < end) {
        wakeUpAt(end);
      }
    }

    @Override
    public boolean await(long nanos) {
      if (now < end) {
        wakeUpAt(Math.min(end, now + nanos + slackNanos));
      }
      return now >= end;
    }

    @Override
    public DriverException failure() {
      return null;
    }

    @Override
    public long elapsedNanos(Event earlier) {
      throw new UnsupportedOperationException("not timed");
    }

    @Override
    public void close() {}
  }
}
