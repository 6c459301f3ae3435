package org.grcuda.runtime.history;

/**
 * The durations of the launches of one kernel on one device in one size class, as running figures.
 * May be read and added to by any thread.
 */
final class Durations {

  /** After this many durations the moving average forgets older ones at a constant rate. */
  private static final int WINDOW = 8;

  private final int device;
  private final int sizeClass;
  private long count;
  private double mean;
  private double squares;
  private long min = Long.MAX_VALUE;
  private long last;
  private volatile double average = -1;

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
    launches = before == Integer.MAX_VALUE ? WINDOW : before + 1;
    return before;
  }

  /** The moving average in nanoseconds, -1 while there is none. */
  double average() {
    return average;
  }

  synchronized void add(long nanos) {
    count++;
    double distance = nanos - mean;
    mean += distance / count;
    squares += distance * (nanos - mean);
    min = Math.min(min, nanos);
    last = nanos;
    double known = average;
    average = count == 1 ? nanos : known + (nanos - known) / Math.min(count, WINDOW);
  }

  /** Adds durations of an earlier time: what is here already counts as the later. */
  synchronized void addEarlier(DurationSummary earlier) {
    if (earlier.count() == 0) {
      return;
    }
    if (count == 0) {
      min = earlier.minNanos();
      last = earlier.lastNanos();
      average = earlier.averageNanos();
    } else {
      min = Math.min(min, earlier.minNanos());
      double weight = Math.max(0, 1 - (double) count / WINDOW);
      average = weight * earlier.averageNanos() + (1 - weight) * average;
    }
    long all = count + earlier.count();
    double distance = mean - earlier.meanNanos();
    squares +=
        earlier.varianceNanos() * (earlier.count() - 1)
            + distance * distance * count * earlier.count() / all;
    mean = (mean * count + earlier.meanNanos() * earlier.count()) / all;
    count = all;
  }

  synchronized DurationSummary summary() {
    double variance = count < 2 ? 0 : squares / (count - 1);
    return new DurationSummary(count, mean, variance, count == 0 ? 0 : min, last, average);
  }
}
