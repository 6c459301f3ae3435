package org.grcuda.runtime.history;

/**
 * The durations of the launches of one kernel on one device in one size class, as running figures.
 * May be read and added to by any thread.
 */
final class Durations {

  /** How far {@link #alone} follows a shorter duration. */
  private static final double FALL = 0.5;

  /** How far it follows a longer one. */
  private static final double RISE = 1.0 / 16;

  private final int device;
  private final int sizeClass;
  private DurationSummary earlier = DurationSummary.NONE;
  private long count;
  private double mean;
  private double squares;
  private long min = Long.MAX_VALUE;
  private long last;
  private volatile double average = -1;
  private volatile double alone = -1;

  /** Launches, timed or not; by the thread that holds the scheduling lock. */
  private int launches;

  Durations(int device, int sizeClass) {
    this.device = device;
    this.sizeClass = sizeClass;
  }

  int device() {
    return device;
  }

  int sizeClass() {
    return sizeClass;
  }

  /** Counts a launch, and returns how many there were before. */
  int nextLaunch() {
    int before = launches;
    launches = before == Integer.MAX_VALUE ? 1 : before + 1;
    return before;
  }

  /** The moving average in nanoseconds, -1 while there is none. */
  double average() {
    return average;
  }

  /**
   * What a launch takes that shares the device with no other, and waits for no data, as far as that
   * was seen, in nanoseconds; -1 while there is none. Follows shorter durations at once, as a
   * launch cannot take less than it does alone, and longer ones slowly: they may be those of
   * launches that shared or waited.
   */
  double alone() {
    return alone;
  }

  synchronized void add(long nanos) {
    count++;
    double distance = nanos - mean;
    mean += distance / count;
    squares += distance * (nanos - mean);
    min = Math.min(min, nanos);
    last = nanos;
    double known = average;
    long weight = Math.min(earlier.count() + count, DurationSummary.WINDOW);
    average = known < 0 ? nanos : known + (nanos - known) / weight;
    double shortest = alone;
    double share = nanos < shortest ? FALL : RISE;
    alone = shortest < 0 ? nanos : shortest + share * (nanos - shortest);
  }

  /** Durations of an earlier time come before those that were added. */
  synchronized void addEarlier(DurationSummary before) {
    earlier = earlier.followedBy(before);
    average = summary().averageNanos();
    alone = alone < 0 ? average : Math.min(alone, average);
  }

  /** Of what was added, and before that of the earlier time. */
  synchronized DurationSummary summary() {
    return earlier.followedBy(added());
  }

  /** Of what was added. */
  synchronized DurationSummary added() {
    if (count == 0) {
      return DurationSummary.NONE;
    }
    double variance = count == 1 ? 0 : squares / (count - 1);
    return new DurationSummary(count, mean, variance, min, last, average);
  }
}
