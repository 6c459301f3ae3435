package org.grcuda.tests.property;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.driver.DeviceKind;
import org.grcuda.tests.property.Step.AddVariable;
import org.grcuda.tests.property.Step.Alternative;
import org.grcuda.tests.property.Step.AwaitEvent;
import org.grcuda.tests.property.Step.AwaitStream;
import org.grcuda.tests.property.Step.BulkRead;
import org.grcuda.tests.property.Step.BulkWrite;
import org.grcuda.tests.property.Step.CallHost;
import org.grcuda.tests.property.Step.CallLibrary;
import org.grcuda.tests.property.Step.Copy;
import org.grcuda.tests.property.Step.Drop;
import org.grcuda.tests.property.Step.Evict;
import org.grcuda.tests.property.Step.Fill;
import org.grcuda.tests.property.Step.Launch;
import org.grcuda.tests.property.Step.MapOnHost;
import org.grcuda.tests.property.Step.Range;
import org.grcuda.tests.property.Step.Read;
import org.grcuda.tests.property.Step.ReadVector;
import org.grcuda.tests.property.Step.Reallocate;
import org.grcuda.tests.property.Step.RecordEvent;
import org.grcuda.tests.property.Step.Renew;
import org.grcuda.tests.property.Step.Routine;
import org.grcuda.tests.property.Step.RunTask;
import org.grcuda.tests.property.Step.SetDevice;
import org.grcuda.tests.property.Step.SwapVariable;
import org.grcuda.tests.property.Step.Synchronize;
import org.grcuda.tests.property.Step.WaitEvent;
import org.grcuda.tests.property.Step.Write;
import org.grcuda.tests.property.Step.WriteVariable;
import org.grcuda.tests.property.Step.WriteVector;

/**
 * A random program over a few arrays of equal length. The same seed gives the same program.
 *
 * @param arrays number of arrays
 * @param length elements of each
 */
record RandomProgram(long seed, int arrays, int length, List<Step> steps) {

  /** Streams of the program, and as many events. */
  static final int STREAMS = 3;

  /** Vectors that library calls use. */
  static final int VECTORS = 3;

  private static final int MOST_STEPS = 60;
  private static final int MOST_DEVICES = 8;

  /** One in so many dropped arrays is collected at once: that takes a while. */
  private static final int COLLECTED = 240;

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
    return switch (random.nextInt(41)) {
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
      case 10 -> new WriteVariable(range);
      case 11 -> random.nextInt(3) == 0 ? new SwapVariable(value) : new AddVariable(range);
      case 12 -> new CallHost(range, value, random.nextBoolean());
      case 13, 14, 15, 16 -> ordering(random);
      case 17 -> new Drop(range.array(), value, random.nextInt(COLLECTED) == 0);
      case 18, 19, 20 -> vectors(random, value);
      case 21 -> new Evict(range);
      case 22, 23, 24 -> new RunTask(range, value, alternative(random));
      default -> launch(random, ranges, value);
    };
  }

  private static Launch launch(SplittableRandom random, Range[] ranges, int value) {
    int stream = random.nextBoolean() ? random.nextInt(STREAMS) : Step.NO_STREAM;
    int blocks = random.nextInt(1, 4);
    boolean byAddress = random.nextInt(4) == 0;
    DeviceKind kind =
        switch (random.nextInt(6)) {
          case 0 -> DeviceKind.GPU;
          case 1 -> DeviceKind.CPU;
          default -> null;
        };
    return new Launch(kernel(random), ranges, value, blocks, stream, byAddress, kind);
  }

  private static Alternative alternative(SplittableRandom random) {
    return Alternative.values()[random.nextInt(Alternative.values().length)];
  }

  /** What libraries do. */
  private static Step vectors(SplittableRandom random, int value) {
    int to = random.nextInt(VECTORS);
    int from = (to + random.nextInt(1, VECTORS)) % VECTORS;
    return switch (random.nextInt(6)) {
      case 0 -> new ReadVector(to);
      case 1 -> new WriteVector(to, value);
      default ->
          new CallLibrary(
              Routine.values()[random.nextInt(Routine.values().length)],
              from,
              to,
              value < 0 ? -3 : 2);
    };
  }

  /** What only orders work. */
  private static Step ordering(SplittableRandom random) {
    int stream = random.nextInt(STREAMS);
    int event = random.nextInt(STREAMS);
    return switch (random.nextInt(9)) {
      case 0 -> new RecordEvent(event, Step.NO_STREAM);
      case 1, 2 -> new RecordEvent(event, stream);
      case 3, 4 -> new WaitEvent(stream, event);
      case 5 -> new AwaitEvent(event);
      case 6 -> new AwaitStream(stream);
      case 7 -> new Renew(stream, event, random.nextInt(MOST_DEVICES));
      default -> new SetDevice(random.nextInt(MOST_DEVICES));
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
  static Range[] ranges(SplittableRandom random, int arrays, int length) {
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
