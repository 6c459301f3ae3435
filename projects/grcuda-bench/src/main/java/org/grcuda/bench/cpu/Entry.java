package org.grcuda.bench.cpu;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A problem that can be made.
 *
 * @param name also of the files with its kernels
 * @param definition for people
 * @param maker makes it
 */
record Entry(String name, String definition, Maker maker) {

  /** Makes a problem. */
  @FunctionalInterface
  interface Maker {

    /**
     * Generates data and what is expected.
     *
     * @param quick whether to make it small, for a test
     */
    Problem make(boolean quick);
  }

  /** All kernels, in the order in which they are measured; last the latency of a launch. */
  static Stream<Entry> all() {
    return Stream.of(
            StreamingProblems.ENTRIES,
            CollectiveProblems.ENTRIES,
            DenseProblems.ENTRIES,
            ElementProblems.ENTRIES,
            List.of(ElementProblems.TINY))
        .flatMap(List::stream);
  }

  /** Whether this is the latency of a launch, which counts in no mean. */
  boolean isLatency() {
    return this == ElementProblems.TINY;
  }

  /** Pseudo-random numbers in {@code [from, to)}, always the same. */
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

  /** The elements {@code 0} to {@code count - 1} of an array, computed on all cores. */
  static void parallel(int count, IntConsumer element) {
    IntStream.range(0, count).parallel().forEach(element);
  }
}
