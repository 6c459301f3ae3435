package org.grcuda.bench.cpu;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A problem of the benchmark, which its maker generates.
 *
 * @param name its name, also that of the files with its kernels
 * @param definition what it computes, for people
 * @param maker generates it
 */
record Entry(String name, String definition, Maker maker) {

  /** Generates a problem. */
  @FunctionalInterface
  interface Maker {

    /**
     * Generates the data and the expected results.
     *
     * @param quick whether the problem is small, for a test
     */
    Problem make(boolean quick);
  }

  /**
   * All problems, in the order in which they are measured. The last one is the latency of a launch.
   */
  static Stream<Entry> all() {
    return Stream.of(
            StreamingProblems.ENTRIES,
            CollectiveProblems.ENTRIES,
            DenseProblems.ENTRIES,
            ElementProblems.ENTRIES,
            List.of(ElementProblems.TINY))
        .flatMap(List::stream);
  }

  /** Whether this problem is the latency of a launch, which is left out of means. */
  boolean isLatency() {
    return this == ElementProblems.TINY;
  }

  /** Pseudo-random numbers in {@code [from, to)}, the same in every run. */
  static float[] floats(int count, double from, double to) {
    SplittableRandom random = new SplittableRandom(count);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextDouble(from, to);
    }
    return values;
  }

  /** As {@link #floats}, in double precision. */
  static double[] doubles(int count, double from, double to) {
    return new SplittableRandom(count).doubles(count, from, to).toArray();
  }

  /** Calls {@code element} for each index from {@code 0} to {@code count - 1}, on all cores. */
  static void parallel(int count, IntConsumer element) {
    IntStream.range(0, count).parallel().forEach(element);
  }
}
