package org.grcuda.bench.waiting;

import java.util.Arrays;

/**
 * The waits of one policy for kernels of one duration.
 *
 * @param policy the policy, as options spell it
 * @param nanos duration of the kernels, in nanoseconds
 * @param contended whether other processes kept every core busy
 * @param latency nanoseconds from the end of a kernel to the return of the wait, ascending
 * @param processorNanos mean processor time of a wait
 */
record Cell(String policy, long nanos, boolean contended, long[] latency, double processorNanos) {

  private static final double PER_MICRO = 1e3;

  /** The mean latency of all waits, in microseconds. */
  double meanLatency() {
    return Arrays.stream(latency).average().orElse(0) / PER_MICRO;
  }

  /** The latency that {@code share} of the waits do not exceed, in microseconds. */
  double latency(double share) {
    return latency[(int) (share * (latency.length - 1))] / PER_MICRO;
  }

  /** Mean processor time of a wait, in microseconds. */
  double processorMicros() {
    return processorNanos / PER_MICRO;
  }
}
