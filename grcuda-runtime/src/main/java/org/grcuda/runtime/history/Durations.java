package org.grcuda.runtime.history;

/**
 * The durations of the launches of one kernel on one device in one size class, as running figures.
 * May be read and added to by any thread.
 */
final class Durations {

  /** Share of the way by which {@link #alone} follows a shorter duration. */
  private static final double FALL = 0.5;

  /** Share of the way by which {@link #alone} follows a longer duration. */
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

  /** Number of launches, timed or not; guarded by the scheduling lock. */
  private int launches;

  /** Number of times that a task has chosen this; guarded by the scheduling lock. */
  private int choices;

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

  int choices() {
    return choices;
  }

  void chosen() {
    choices = Math.min(choices, Integer.MAX_VALUE - 1) + 1;
  }

  /** The moving average in nanoseconds, -1 while there is none. */
  double average() {
    return average;
  }

  /**
   * Estimated duration of a launch that shares the device with no other and waits for no data, in
   * nanoseconds; -1 while there is none. It follows shorter durations fast, as a launch cannot take
   * less time than it takes alone. It follows longer ones slowly: such launches may have shared the
   * device or waited.
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

  /** Adds durations of an earlier run, which count as before all others. */
  synchronized void addEarlier(DurationSummary before) {
    earlier = earlier.followedBy(before);
    average = summary().averageNanos();
    alone = alone < 0 ? average : Math.min(alone, average);
  }

  /** Figures about all durations: first those of the earlier run, then the added ones. */
  synchronized DurationSummary summary() {
    return earlier.followedBy(added());
  }

  /** Figures about the durations that were added in this run. */
  synchronized DurationSummary added() {
    if (count == 0) {
      return DurationSummary.NONE;
    }
    double variance = count == 1 ? 0 : squares / (count - 1);
    return new DurationSummary(count, mean, variance, min, last, average);
  }
}
