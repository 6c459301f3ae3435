package org.grcuda.tests.property;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.tests.property.Step.BulkRead;
import org.grcuda.tests.property.Step.BulkWrite;
import org.grcuda.tests.property.Step.Copy;
import org.grcuda.tests.property.Step.Fill;
import org.grcuda.tests.property.Step.Launch;
import org.grcuda.tests.property.Step.MapOnHost;
import org.grcuda.tests.property.Step.Range;
import org.grcuda.tests.property.Step.Read;
import org.grcuda.tests.property.Step.Reallocate;
import org.grcuda.tests.property.Step.Synchronize;
import org.grcuda.tests.property.Step.Write;

/**
 * A random program over a few arrays of equal length. The same seed gives the same program.
 *
 * @param arrays number of arrays
 * @param length elements of each
 */
record RandomProgram(long seed, int arrays, int length, List<Step> steps) {

  private static final int MOST_STEPS = 60;

  static RandomProgram of(long seed) {
    var random = new SplittableRandom(seed);
    int arrays = random.nextInt(2, 6);
    int length = random.nextInt(1, 300);
    int count = random.nextInt(5, MOST_STEPS);
    List<Step> steps = new ArrayList<>();
    for (int array = 0; array < arrays; array++) {
      steps.add(new BulkWrite(new Range(array, 0, length), random.nextInt()));
    }
    for (int i = 0; i < count; i++) {
      steps.add(step(random, arrays, length));
    }
    return new RandomProgram(seed, arrays, length, List.copyOf(steps));
  }

  private static Step step(SplittableRandom random, int arrays, int length) {
    int value = random.nextInt(-1000, 1000);
    Range[] ranges = ranges(random, arrays, length);
    Range range = ranges[0];
    // Mostly launches, so that chains and diamonds grow between the waits.
    return switch (random.nextInt(23)) {
      case 0 -> new Read(range.array(), range.from());
      case 1 -> new Write(range.array(), range.from(), value);
      case 2 -> new Fill(range, value);
      case 3, 4 -> ranges[0].equals(ranges[1]) ? new Fill(range, value) : copy(ranges);
      case 5 -> new BulkRead(range);
      case 6 -> new BulkWrite(range, value);
      case 7 -> random.nextInt(3) == 0 ? new Reallocate(range.array(), value) : new BulkRead(range);
      case 8 ->
          random.nextInt(4) == 0 ? new Synchronize() : new Read(range.array(), range.to() - 1);
      case 9 -> new MapOnHost(range, value);
      default -> new Launch(kernel(random), ranges, value, random.nextInt(1, 4));
    };
  }

  private static Copy copy(Range[] ranges) {
    return new Copy(ranges[0], ranges[1]);
  }

  private static SmallKernel kernel(SplittableRandom random) {
    return SmallKernel.values()[random.nextInt(SmallKernel.values().length)];
  }

  /**
   * Three ranges of one length. Any two are equal or do not overlap: else a kernel's threads, which
   * run in no order, would read what others of them write.
   */
  private static Range[] ranges(SplittableRandom random, int arrays, int length) {
    int size = random.nextBoolean() ? length : random.nextInt(1, length + 1);
    while (true) {
      Range[] ranges = new Range[3];
      for (int i = 0; i < ranges.length; i++) {
        int from = random.nextInt(0, length - size + 1);
        ranges[i] = new Range(random.nextInt(arrays), from, from + size);
      }
      if (!ranges[0].partlyOverlaps(ranges[1])
          && !ranges[0].partlyOverlaps(ranges[2])
          && !ranges[1].partlyOverlaps(ranges[2])) {
        return ranges;
      }
      size = Math.max(1, size / 2);
    }
  }

  /** The program as text, to be read when it failed. */
  @Override
  public String toString() {
    return IntStream.range(0, steps.size())
        .mapToObj(i -> i + ": " + steps.get(i))
        .collect(
            Collectors.joining(
                "\n", "seed " + seed + ", " + arrays + " arrays of " + length + ":\n", "\n"));
  }
}
