package org.grcuda.tests.property;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.grcuda.GrCuda;
import org.grcuda.HostView;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
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
 * Runs random programs on device arrays and, step by step, on plain Java arrays; compares whatever
 * the program reads, and everything at its end.
 */
final class Interpreter {

  private static final int BLOCK = 64;

  private final GrCuda cuda;
  private final Map<SmallKernel, Kernel> kernels = new EnumMap<>(SmallKernel.class);
  private IntArray[] arrays;
  private int[][] model;

  Interpreter(GrCuda cuda) {
    this.cuda = cuda;
    for (SmallKernel kernel : SmallKernel.values()) {
      kernels.put(kernel, kernel.build(cuda));
    }
  }

  /** Runs {@code program}; gives the first difference from sequential execution, or null. */
  String run(RandomProgram program) {
    arrays = new IntArray[program.arrays()];
    Arrays.setAll(arrays, i -> cuda.intArray(program.length()));
    model = new int[program.arrays()][program.length()];
    for (int i = 0; i < program.steps().size(); i++) {
      String difference = run(program.steps().get(i));
      if (difference != null) {
        return "step " + i + ": " + difference;
      }
    }
    String difference = null;
    for (int array = 0; array < arrays.length && difference == null; array++) {
      difference = compare(new Range(array, 0, program.length()));
    }
    for (IntArray array : arrays) {
      array.close();
    }
    return difference == null ? null : "at the end: " + difference;
  }

  private String run(Step step) {
    switch (step) {
      case Launch launch -> launch(launch);
      case Copy(Range from, Range to) -> {
        slice(to).copyFrom(slice(from));
        System.arraycopy(
            model[from.array()], from.from(), model[to.array()], to.from(), from.size());
      }
      case Fill(Range range, int value) -> {
        slice(range).fill(value);
        Arrays.fill(model[range.array()], range.from(), range.to(), value);
      }
      case Read(int array, int index) -> {
        return compare(array, index, arrays[array].get(index));
      }
      case Write(int array, int index, int value) -> {
        arrays[array].set(index, value);
        model[array][index] = value;
      }
      case BulkRead(Range range) -> {
        return compare(range);
      }
      case BulkWrite write -> {
        int[] elements = write.elements();
        Range range = write.range();
        slice(range).copyFrom(elements);
        System.arraycopy(elements, 0, model[range.array()], range.from(), range.size());
      }
      case MapOnHost(Range range, int value) -> {
        return mapOnHost(range, value);
      }
      case Reallocate(int array, int value) -> {
        arrays[array].close();
        arrays[array] = cuda.intArray(model[array].length);
        arrays[array].fill(value);
        Arrays.fill(model[array], value);
      }
      case Synchronize() -> cuda.synchronize();
    }
    return null;
  }

  private void launch(Launch launch) {
    SmallKernel kernel = launch.kernel();
    Range[] ranges = launch.ranges();
    int size = ranges[0].size();
    Object[] arguments = new Object[kernel.arrays() + 2];
    for (int i = 0; i < kernel.arrays(); i++) {
      arguments[i] = slice(ranges[i]);
    }
    arguments[kernel.arrays()] = launch.scalar();
    arguments[kernel.arrays() + 1] = size;
    kernels.get(kernel).grid(launch.blocks()).block(BLOCK).launch(arguments);
    for (int i = 0; i < size; i++) {
      int x = element(ranges[0], i);
      int y = kernel.arrays() < 2 ? 0 : element(ranges[1], i);
      int z = kernel.arrays() < 3 ? 0 : element(ranges[2], i);
      Range written = ranges[kernel.arrays() - 1];
      model[written.array()][written.from() + i] = kernel.apply(x, y, z, launch.scalar());
    }
  }

  private String mapOnHost(Range range, int value) {
    String difference = null;
    try (HostView view = slice(range).map(HostView.READ | HostView.WRITE)) {
      MemorySegment memory = view.segment();
      for (int i = 0; i < range.size(); i++) {
        int element = memory.getAtIndex(ValueLayout.JAVA_INT, i);
        String compared = compare(range.array(), range.from() + i, element);
        difference = difference == null ? compared : difference;
        memory.setAtIndex(ValueLayout.JAVA_INT, i, element + value);
        model[range.array()][range.from() + i] += value;
      }
    }
    return difference;
  }

  private int element(Range range, int index) {
    return model[range.array()][range.from() + index];
  }

  /** The range as a device array: the array itself where it is all of it. */
  private IntArray slice(Range range) {
    IntArray array = arrays[range.array()];
    return range.size() == array.length() ? array : array.slice(range.from(), range.to());
  }

  private String compare(Range range) {
    int[] actual = slice(range).toArray();
    String difference = null;
    for (int i = 0; i < actual.length && difference == null; i++) {
      difference = compare(range.array(), range.from() + i, actual[i]);
    }
    return difference;
  }

  private String compare(int array, int index, int actual) {
    int expected = model[array][index];
    return actual == expected
        ? null
        : "a" + array + "[" + index + "] is " + actual + ", expected " + expected;
  }
}
