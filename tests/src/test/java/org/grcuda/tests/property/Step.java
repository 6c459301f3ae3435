package org.grcuda.tests.property;

import java.util.Arrays;

/** One step of a random program. */
sealed interface Step {

  /** Elements {@code from} to {@code to}, exclusive, of array number {@code array}. */
  record Range(int array, int from, int to) {

    int size() {
      return to - from;
    }

    /** Whether two ranges overlap and are not the same. */
    boolean partlyOverlaps(Range other) {
      return array == other.array && from < other.to && other.from < to && !equals(other);
    }

    @Override
    public String toString() {
      return "a" + array + "[" + from + ":" + to + "]";
    }
  }

  /** A launch on the first of {@code ranges}, as many as the kernel takes, by {@code blocks}. */
  record Launch(SmallKernel kernel, Range[] ranges, int scalar, int blocks) implements Step {
    @Override
    public String toString() {
      String given = Arrays.stream(ranges).limit(kernel.arrays()).toList().toString();
      return kernel + " " + given + " " + scalar + " in " + blocks + " blocks";
    }
  }

  /** A device-side copy between ranges of one size. */
  record Copy(Range from, Range to) implements Step {}

  /** A device-side fill. */
  record Fill(Range range, int value) implements Step {}

  /** An element read, compared at once. */
  record Read(int array, int index) implements Step {}

  /** An element write. */
  record Write(int array, int index, int value) implements Step {}

  /** A bulk copy to the host, compared at once. */
  record BulkRead(Range range) implements Step {}

  /** A bulk copy from the host of numbers that {@code start} gives. */
  record BulkWrite(Range range, int start) implements Step {

    int[] elements() {
      int[] elements = new int[range.size()];
      Arrays.setAll(elements, i -> start * 31 + i * i);
      return elements;
    }
  }

  /** Host code that adds {@code value} to every element through a view of the memory. */
  record MapOnHost(Range range, int value) implements Step {}

  /** The array is freed at once, whatever runs on it, and another takes its place. */
  record Reallocate(int array, int value) implements Step {}

  /** Waits for everything. */
  record Synchronize() implements Step {}
}
