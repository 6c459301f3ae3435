package org.grcuda.tests.property;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.tests.Configuration;
import org.grcuda.tests.property.Step.Range;
import org.grcuda.types.GrCudaException;

/**
 * Random programs in which kernels fail: what depends on a failed one carries its error, and
 * nothing else does.
 */
final class FaultyProgram {

  private static final int MOST_STEPS = 50;
  private static final int BLOCK = 64;
  private static final long FAR = 1L << 60;

  /** Those whose access modes are declared: the last range is written, the others are read. */
  private static final List<SmallKernel> KERNELS =
      List.of(SmallKernel.SCALE, SmallKernel.ADD, SmallKernel.UPDATE, SmallKernel.SELECT);

  private static final String STRAY =
      """
      extern "C" __global__ void stray(int *x, long long i) { x[i] = 1; }
      """;

  private final GrCuda cuda;
  private final boolean sync;
  private final boolean writesAll;
  private final Map<SmallKernel, Kernel> kernels = new EnumMap<>(SmallKernel.class);
  private final Kernel stray;
  private final List<String> told = new ArrayList<>();
  private IntArray[] arrays;
  private FaultModel model;

  FaultyProgram(GrCuda cuda, Configuration configuration) {
    this.cuda = cuda;
    sync = "sync".equals(configuration.options().get("ExecutionPolicy"));
    writesAll = "no-const".equals(configuration.options().get("DependencyPolicy"));
    KERNELS.forEach(kernel -> kernels.put(kernel, kernel.build(cuda)));
    stray = cuda.buildKernel(STRAY, "stray(x: inout pointer sint32, i: sint64)");
  }

  /** Runs the program of {@code seed}; gives the first difference, with the steps; or null. */
  String run(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    told.clear();
    int length = random.nextInt(1, 200);
    arrays = new IntArray[random.nextInt(2, 6)];
    model = new FaultModel(arrays.length, length);
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = cuda.intArray(length);
      arrays[i].fill(i);
      int[] filled = new int[length];
      Arrays.fill(filled, i);
      model.overwrite(new Range(i, 0, length), filled);
    }
    int steps = random.nextInt(5, MOST_STEPS);
    String difference = null;
    for (int i = 0; i < steps && difference == null; i++) {
      difference = step(random, length);
    }
    for (int array = 0; array < arrays.length && difference == null; array++) {
      for (int i = 0; i < length && difference == null; i++) {
        difference = read(array, i);
      }
    }
    for (IntArray array : arrays) {
      array.close();
    }
    return difference == null
        ? null
        : "seed " + seed + ": " + difference + " after\n" + String.join("\n", told);
  }

  private String step(SplittableRandom random, int length) {
    Range[] ranges = RandomProgram.ranges(random, arrays.length, length);
    Range range = ranges[0];
    int value = random.nextInt(-1000, 1000);
    switch (random.nextInt(16)) {
      case 0 -> {
        told.add("stray " + range);
        model.poison(range);
        return submit(true, () -> stray.grid(1).block(1).launch(slice(range), FAR));
      }
      case 1 -> {
        told.add("fill " + range);
        slice(range).fill(value);
        int[] filled = new int[range.size()];
        Arrays.fill(filled, value);
        model.overwrite(range, filled);
      }
      case 2 -> {
        int[] elements = random.ints(range.size()).toArray();
        told.add("copy from the host to " + range);
        slice(range).copyFrom(elements);
        model.overwrite(range, elements);
      }
      case 3, 4 -> {
        return copy(ranges[0], ranges[1]);
      }
      case 5 -> {
        return read(range.array(), range.from());
      }
      case 6 -> {
        return bulkRead(range);
      }
      case 7 -> {
        return write(range.array(), range.to() - 1, value);
      }
      default -> {
        return launch(random, ranges, value);
      }
    }
    return null;
  }

  private String launch(SplittableRandom random, Range[] ranges, int value) {
    SmallKernel kernel = KERNELS.get(random.nextInt(KERNELS.size()));
    Object[] arguments = new Object[kernel.arrays() + 2];
    for (int i = 0; i < kernel.arrays(); i++) {
      arguments[i] = slice(ranges[i]);
    }
    arguments[kernel.arrays()] = value;
    arguments[kernel.arrays() + 1] = ranges[0].size();
    told.add(kernel + " " + Arrays.asList(ranges).subList(0, kernel.arrays()));
    boolean fails = model.launch(kernel, ranges, value, writesAll);
    return submit(fails, () -> kernels.get(kernel).grid(2).block(BLOCK).launch(arguments));
  }

  private String copy(Range from, Range to) {
    if (from.array() == to.array()) {
      return null;
    }
    told.add("copy " + from + " to " + to);
    boolean fails = model.isPoisoned(from);
    model.copy(from, to);
    return submit(fails, () -> slice(to).copyFrom(slice(from)));
  }

  /** Where execution is synchronous, failures are raised at once. */
  private String submit(boolean fails, Runnable submission) {
    if (sync && fails) {
      return requireError(submission);
    }
    submission.run();
    return null;
  }

  private String read(int array, int index) {
    if (model.isPoisoned(array, index)) {
      return requireError(() -> arrays[array].get(index));
    }
    int actual = arrays[array].get(index);
    int expected = model.value(array, index);
    return actual == expected
        ? null
        : "a" + array + "[" + index + "] is " + actual + ", expected " + expected;
  }

  private String bulkRead(Range range) {
    told.add("copy " + range + " to the host");
    if (model.isPoisoned(range)) {
      return requireError(() -> slice(range).toArray());
    }
    return Arrays.equals(model.elements(range), slice(range).toArray())
        ? null
        : range + " is wrong";
  }

  private String write(int array, int index, int value) {
    told.add("set a" + array + "[" + index + "]");
    if (model.isPoisoned(array, index)) {
      return requireError(() -> arrays[array].set(index, value));
    }
    arrays[array].set(index, value);
    model.set(array, index, value);
    return null;
  }

  private static String requireError(Runnable use) {
    try {
      use.run();
    } catch (GrCudaException e) {
      return e.getMessage().startsWith("stray failed: CUDA_ERROR_ILLEGAL_ADDRESS")
          ? null
          : "another error: " + e.getMessage();
    }
    return "the error of a kernel that failed is lost";
  }

  private IntArray slice(Range range) {
    IntArray array = arrays[range.array()];
    return range.size() == array.length() ? array : array.slice(range.from(), range.to());
  }
}
