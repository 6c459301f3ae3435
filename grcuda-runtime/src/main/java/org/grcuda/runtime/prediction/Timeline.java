package org.grcuda.runtime.prediction;

/**
 * When something that does one thing at a time, a device or a link, is predicted to be busy. What
 * is booked later may come before what was booked earlier, where that left a gap: the insertion of
 * HEFT. A few gaps are remembered, the longest ones.
 */
final class Timeline {

  private static final int MAX_GAPS = 8;

  private final double[] starts = new double[MAX_GAPS];
  private final double[] ends = new double[MAX_GAPS];
  private int gaps;

  /** From here on nothing is booked. */
  private double end;

  /** From here on nothing is booked. */
  double end() {
    return end;
  }

  /** When {@code length} could begin, at {@code earliest} or later. */
  double fit(double earliest, double length) {
    double begin = Math.max(end, earliest);
    for (int i = 0; i < gaps; i++) {
      double start = Math.max(starts[i], earliest);
      if (start + length <= ends[i] && start < begin) {
        begin = start;
      }
    }
    return begin;
  }

  /** Books {@code length} from {@code begin}, which {@link #fit} returned for it. */
  void book(double begin, double length) {
    if (begin >= end) {
      addGap(end, begin);
      end = begin + length;
      return;
    }
    for (int i = 0; i < gaps; i++) {
      if (starts[i] <= begin && begin + length <= ends[i]) {
        double start = starts[i];
        double stop = ends[i];
        remove(i);
        addGap(start, begin);
        addGap(begin + length, stop);
        return;
      }
    }
  }

  /** Undoes the last {@link #book}, of {@code length} from {@code begin}. */
  void cancel(double begin, double length) {
    double from = begin;
    double to = begin + length;
    boolean last = to == end;
    for (int i = gaps - 1; i >= 0; i--) {
      if (ends[i] == begin) {
        from = starts[i];
        remove(i);
      } else if (starts[i] == begin + length) {
        to = ends[i];
        remove(i);
      }
    }
    if (last) {
      end = from;
    } else {
      addGap(from, to);
    }
  }

  /** Nothing begins before {@code now} any more. */
  void forgetBefore(double now) {
    for (int i = gaps - 1; i >= 0; i--) {
      if (ends[i] <= now) {
        remove(i);
      }
    }
  }

  /** Nothing is booked after {@code now}. */
  void clear(double now) {
    gaps = 0;
    end = now;
  }

  private void remove(int index) {
    gaps--;
    starts[index] = starts[gaps];
    ends[index] = ends[gaps];
  }

  private void addGap(double start, double stop) {
    if (stop <= start) {
      return;
    }
    if (gaps < MAX_GAPS) {
      starts[gaps] = start;
      ends[gaps++] = stop;
      return;
    }
    int shortest = 0;
    for (int i = 1; i < MAX_GAPS; i++) {
      if (ends[i] - starts[i] < ends[shortest] - starts[shortest]) {
        shortest = i;
      }
    }
    if (ends[shortest] - starts[shortest] < stop - start) {
      starts[shortest] = start;
      ends[shortest] = stop;
    }
  }
}
