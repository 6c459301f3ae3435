package org.grcuda.tests.property;

import java.util.Arrays;
import org.grcuda.tests.property.Step.Range;

/** Arrays of which some elements carry the error of a kernel that failed. */
final class FaultModel {

  private final int[][] values;
  private final boolean[][] poisoned;

  FaultModel(int arrays, int length) {
    values = new int[arrays][length];
    poisoned = new boolean[arrays][length];
  }

  int value(int array, int index) {
    return values[array][index];
  }

  boolean isPoisoned(int array, int index) {
    return poisoned[array][index];
  }

  boolean isPoisoned(Range range) {
    for (int i = range.from(); i < range.to(); i++) {
      if (poisoned[range.array()][i]) {
        return true;
      }
    }
    return false;
  }

  void poison(Range range) {
    Arrays.fill(poisoned[range.array()], range.from(), range.to(), true);
  }

  /** All of a range is overwritten by {@code elements}. */
  void overwrite(Range range, int... elements) {
    System.arraycopy(elements, 0, values[range.array()], range.from(), range.size());
    Arrays.fill(poisoned[range.array()], range.from(), range.to(), false);
  }

  int[] elements(Range range) {
    return Arrays.copyOfRange(values[range.array()], range.from(), range.to());
  }

  void set(int array, int index, int value) {
    values[array][index] = value;
  }

  /** A copy; what is copied brings its error with it. */
  void copy(Range from, Range to) {
    boolean bad = isPoisoned(from);
    overwrite(to, elements(from));
    if (bad) {
      poison(to);
    }
  }

  /**
   * A launch that uses the first ranges, as many as the kernel takes, and writes the last of them.
   *
   * @param writesAll whether all count as written
   * @return whether it failed, with one of its arguments
   */
  boolean launch(SmallKernel kernel, Range[] ranges, int scalar, boolean writesAll) {
    boolean bad = false;
    for (int i = 0; i < kernel.arrays(); i++) {
      bad |= isPoisoned(ranges[i]);
    }
    int last = kernel.arrays() - 1;
    if (bad) {
      for (int i = writesAll ? 0 : last; i <= last; i++) {
        poison(ranges[i]);
      }
      return true;
    }
    for (int i = 0; i < ranges[0].size(); i++) {
      int x = element(ranges[0], i);
      int y = last < 1 ? 0 : element(ranges[1], i);
      int z = last < 2 ? 0 : element(ranges[2], i);
      values[ranges[last].array()][ranges[last].from() + i] = kernel.apply(x, y, z, scalar);
    }
    return false;
  }

  private int element(Range range, int index) {
    return values[range.array()][range.from() + index];
  }
}
