package org.grcuda.bench.waiting;

import java.util.Map;
import org.grcuda.runtime.sync.SyncPolicy;

/**
 * The cycles of waiting threads on cores that they share.
 *
 * @param waiters how many threads, each on a core of its own; they meet after each cycle
 * @param cycleNanos duration of a cycle on an idle core
 * @param tallies what was counted, by how the threads wait
 */
record SharedCell(Sharing sharing, int waiters, long cycleNanos, Map<SyncPolicy, Tally> tallies) {

  /** How many times as many cycles a second {@code hybrid} reaches as {@code other}. */
  double gainOver(SyncPolicy other) {
    return tallies.get(SyncPolicy.HYBRID).perSecond() / tallies.get(other).perSecond();
  }

  /** What the threads of one policy did, all turns together. Not safe for threads. */
  static final class Tally {

    private static final double PER_SECOND = 1e9;
    private static final double PER_MILLI = 1e6;

    private long cycles;
    private long nanos;
    private long waits;
    private long invoking;
    private long receiving;

    /** A turn of {@code more} cycles took {@code elapsed} nanoseconds. */
    void turn(long more, long elapsed) {
      cycles += more;
      nanos += elapsed;
    }

    /**
     * A thread went through a cycle.
     *
     * @param late nanoseconds that the launch came later than on an idle core
     * @param latency nanoseconds from the end of the kernel to the return of the wait
     */
    void cycle(long late, long latency) {
      waits++;
      invoking += late;
      receiving += latency;
    }

    /** Adds what another thread did. */
    void add(Tally other) {
      cycles += other.cycles;
      nanos += other.nanos;
      waits += other.waits;
      invoking += other.invoking;
      receiving += other.receiving;
    }

    /** Cycles a second. */
    double perSecond() {
      return cycles * PER_SECOND / nanos;
    }

    /** Mean milliseconds that a launch came later than on an idle core. */
    double invokingMillis() {
      return invoking / PER_MILLI / waits;
    }

    /** Mean milliseconds from the end of a kernel to the return of the wait. */
    double receivingMillis() {
      return receiving / PER_MILLI / waits;
    }
  }
}
