package org.grcuda.runtime.scheduling;

import java.util.function.LongSupplier;

/**
 * How much each device has taken of a {@link PullQueue} and not ended, and how fast it gets on.
 * Guarded by the scheduling lock.
 */
public final class Buffers {

  /** The weight of the last time from end to end in the mean. */
  private static final double LAST = 1 / 8.0;

  private final int depth;
  private final LongSupplier clock;

  // By device.
  private final double[] shares;
  private final int[] counts;
  private final double[] nanosEach;

  /** When the last computation ended for which time passed, or the device began. */
  private final long[] since;

  /** How many have ended after that. */
  private final int[] ended;

  /**
   * @param depth most computations, each of which has a device for itself, that one has taken and
   *     not ended
   * @param clock nanoseconds
   */
  public Buffers(int devices, int depth, LongSupplier clock) {
    this.depth = depth;
    this.clock = clock;
    shares = new double[devices];
    counts = new int[devices];
    nanosEach = new double[devices];
    since = new long[devices];
    ended = new int[devices];
  }

  int devices() {
    return shares.length;
  }

  /** Whether {@code device} has taken as much as it may. */
  boolean isFull(int device) {
    return shares[device] >= depth;
  }

  /** What {@code device} has taken and not ended, in computations that need all of it. */
  double shares(int device) {
    return shares[device];
  }

  /** How many computations {@code device} has taken and not ended. */
  int count(int device) {
    return counts[device];
  }

  /** Time from the end of a computation to that of the next, lately; 0 before the first. */
  double nanosEach(int device) {
    return nanosEach[device];
  }

  /** The device takes a computation that can use {@code share} of it. */
  void take(int device, double share) {
    if (counts[device]++ == 0) {
      since[device] = clock.getAsLong();
      ended[device] = 0;
    }
    shares[device] += share;
  }

  /** A computation that the device took ends. */
  void end(int device, double share) {
    counts[device]--;
    shares[device] = counts[device] == 0 ? 0 : shares[device] - share;
    ended[device]++;
    long now = clock.getAsLong();
    if (now > since[device]) {
      double each = (double) (now - since[device]) / ended[device];
      double weight = nanosEach[device] == 0 ? 1 : LAST;
      nanosEach[device] += weight * (each - nanosEach[device]);
      since[device] = now;
      ended[device] = 0;
    }
  }
}
