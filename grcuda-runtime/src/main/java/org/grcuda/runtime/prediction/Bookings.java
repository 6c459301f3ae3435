package org.grcuda.runtime.prediction;

/**
 * When something that does one thing at a time, a device or a link, is predicted to be busy. A
 * later booking may come before an earlier one, in a gap that earlier bookings left: the insertion
 * of HEFT. If there are more than {@value #MAX_GAPS} gaps, the longest are kept.
 */
final class Bookings {

  /** A device that waits for each of its transfers has a gap for each kernel that it was given. */
  static final int MAX_GAPS = 64;

  // In order of time: they do not overlap.
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
    if (earliest >= end) {
      return earliest;
    }
    for (int i = firstEndingFrom(earliest + length); i < gaps; i++) {
      double start = Math.max(starts[i], earliest);
      if (start + length <= ends[i]) {
        return start;
      }
    }
    return end;
  }

  /** Books {@code length} from {@code begin}, which {@link #fit} returned for it. */
  void book(double begin, double length) {
    if (begin >= end) {
      insert(gaps, end, begin);
      end = begin + length;
      return;
    }
    int i = firstEndingFrom(begin + length);
    if (i < gaps && starts[i] <= begin) {
      double start = starts[i];
      double stop = ends[i];
      remove(i, 1);
      insert(i, begin + length, stop);
      insert(i, start, begin);
    }
  }

  /** Undoes the last {@link #book}, of {@code length} from {@code begin}. */
  void cancel(double begin, double length) {
    double from = begin;
    double to = begin + length;
    boolean last = to == end;
    int i = firstEndingFrom(begin);
    if (i < gaps && ends[i] == begin) {
      from = starts[i];
      remove(i, 1);
    }
    if (i < gaps && starts[i] == to) {
      to = ends[i];
      remove(i, 1);
    }
    if (last) {
      end = from;
    } else {
      insert(i, from, to);
    }
  }

  /** Nothing begins before {@code now} any more. */
  void forgetBefore(double now) {
    int past = 0;
    while (past < gaps && ends[past] <= now) {
      past++;
    }
    if (past > 0) {
      remove(0, past);
    }
  }

  /** Nothing is booked after {@code now}. */
  void clear(double now) {
    gaps = 0;
    end = now;
  }

  /** Index of the first gap that ends at {@code time} or later. */
  private int firstEndingFrom(double time) {
    int low = 0;
    int high = gaps;
    while (low < high) {
      int middle = low + high >>> 1;
      if (ends[middle] < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void remove(int index, int count) {
    gaps -= count;
    System.arraycopy(starts, index + count, starts, index, gaps - index);
    System.arraycopy(ends, index + count, ends, index, gaps - index);
  }

  /** Remembers a gap, which comes before the one at {@code index}. */
  private void insert(int index, double start, double stop) {
    if (stop <= start) {
      return;
    }
    int at = index;
    if (gaps == MAX_GAPS) {
      int shortest = shortest();
      if (ends[shortest] - starts[shortest] >= stop - start) {
        return;
      }
      remove(shortest, 1);
      at = shortest < index ? index - 1 : index;
    }
    System.arraycopy(starts, at, starts, at + 1, gaps - at);
    System.arraycopy(ends, at, ends, at + 1, gaps - at);
    starts[at] = start;
    ends[at] = stop;
    gaps++;
  }

  private int shortest() {
    int shortest = 0;
    for (int i = 1; i < gaps; i++) {
      if (ends[i] - starts[i] < ends[shortest] - starts[shortest]) {
        shortest = i;
      }
    }
    return shortest;
  }
}
