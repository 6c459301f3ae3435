package org.grcuda.tests.property;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.grcuda.CudaDevice;
import org.grcuda.CudaEvent;
import org.grcuda.CudaStream;
import org.grcuda.GrCuda;
import org.grcuda.HostFunction;
import org.grcuda.HostView;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.driver.DeviceKind;
import org.grcuda.task.Task;
import org.grcuda.tests.property.Step.AddVariable;
import org.grcuda.tests.property.Step.BulkRead;
import org.grcuda.tests.property.Step.BulkWrite;
import org.grcuda.tests.property.Step.CallHost;
import org.grcuda.tests.property.Step.Copy;
import org.grcuda.tests.property.Step.Drop;
import org.grcuda.tests.property.Step.Fill;
import org.grcuda.tests.property.Step.Launch;
import org.grcuda.tests.property.Step.MapOnHost;
import org.grcuda.tests.property.Step.Range;
import org.grcuda.tests.property.Step.Read;
import org.grcuda.tests.property.Step.Reallocate;
import org.grcuda.tests.property.Step.SwapVariable;
import org.grcuda.tests.property.Step.Synchronize;
import org.grcuda.tests.property.Step.Write;
import org.grcuda.tests.property.Step.WriteVariable;

/**
 * Runs random programs on device arrays and, step by step, on plain Java arrays; compares whatever
 * the program reads, and everything at its end.
 */
final class Interpreter {

  private static final int BLOCK = 64;

  private final GrCuda cuda;
  private final Map<SmallKernel, Kernel> kernels = new EnumMap<>(SmallKernel.class);
  private final Set<DeviceKind> kinds;
  private final Kernel keep;
  private final Kernel spread;
  private final IntArray total;
  private final HostFunction add;
  private final CudaStream[] streams = new CudaStream[RandomProgram.STREAMS];
  private final CudaEvent[] events = new CudaEvent[RandomProgram.STREAMS];
  private final Map<Step.Alternative, Task> tasks;
  private final Vectors vectors;
  private int variable;
  private IntArray[] arrays;
  private int[][] model;

  /**
   * @param library the shared library of {@code RandomProgramTest}
   */
  Interpreter(GrCuda cuda, Path library) {
    this.cuda = cuda;
    kinds = cuda.devices().stream().map(CudaDevice::kind).collect(Collectors.toSet());
    keep = SmallKernel.keep(cuda);
    spread = SmallKernel.spread(cuda);
    total = (IntArray) keep.global("total");
    add = cuda.bind(library, "add(x: inout pointer sint32, value: sint32, n: sint32): void");
    tasks = Tasks.all(cuda, add);
    vectors = new Vectors(cuda);
    for (SmallKernel kernel : SmallKernel.values()) {
      kernels.put(kernel, kernel.build(cuda));
    }
  }

  /** Runs {@code program}; gives the first difference from sequential execution, or null. */
  String run(RandomProgram program) {
    arrays = new IntArray[program.arrays()];
    Arrays.setAll(arrays, i -> cuda.intArray(program.length()));
    model = new int[program.arrays()][program.length()];
    for (int i = 0; i < streams.length; i++) {
      renew(i, i, i);
    }
    vectors.open();
    total.copyFrom(new int[1]);
    variable = 0;
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
    for (int vector = 0; vector < RandomProgram.VECTORS && difference == null; vector++) {
      difference = vectors.compare(vector);
    }
    vectors.close();
    for (IntArray array : arrays) {
      array.close();
    }
    for (int i = 0; i < streams.length; i++) {
      streams[i].close();
      events[i].close();
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
        replace(array, value);
      }
      case Drop(int array, int value, boolean collect) -> {
        replace(array, value);
        if (collect) {
          System.gc();
        }
      }
      case WriteVariable(Range range) -> {
        keep.grid(1).block(1).launch(slice(range));
        variable = 3 * variable + element(range, 0);
      }
      case AddVariable(Range range) -> {
        spread.grid(2).block(BLOCK).launch(slice(range), range.size());
        add(range, variable);
      }
      case SwapVariable(int value) -> {
        // GPUs have variables that the host reaches by copies only.
        int actual = total.toArray()[0];
        if (actual != variable) {
          return "the variable is " + actual + ", expected " + variable;
        }
        total.copyFrom(new int[] {value});
        variable = value;
      }
      case CallHost(Range range, int value, boolean byAddress) -> {
        add.call(argument(range, byAddress), value, range.size());
        add(range, value);
      }
      case Step.CallLibrary call -> vectors.call(call);
      case Step.WriteVector(int vector, int start) -> vectors.write(vector, start);
      case Step.ReadVector(int vector) -> {
        return vectors.compare(vector);
      }
      case Step.RecordEvent ordering -> order(ordering);
      case Step.WaitEvent ordering -> order(ordering);
      case Step.AwaitEvent ordering -> order(ordering);
      case Step.AwaitStream ordering -> order(ordering);
      case Step.Renew ordering -> order(ordering);
      case Step.SetDevice ordering -> order(ordering);
      case Step.RunTask task -> launch(task);
      case Step.Evict(Range range) -> slice(range).evict();
      case Synchronize() -> cuda.synchronize();
    }
    return null;
  }

  /** What changes no element. */
  private void order(Step step) {
    switch (step) {
      case Step.RecordEvent(int event, int stream) when stream == Step.NO_STREAM ->
          events[event].record();
      case Step.RecordEvent(int event, int stream) -> events[event].record(streams[stream]);
      case Step.WaitEvent(int stream, int event) -> streams[stream].waitFor(events[event]);
      case Step.AwaitEvent(int event) -> events[event].synchronize();
      case Step.AwaitStream(int stream) -> streams[stream].synchronize();
      case Step.Renew(int stream, int event, int device) -> {
        streams[stream].close();
        events[event].close();
        renew(stream, event, device);
      }
      case Step.SetDevice(int device) -> setDevice(device);
      default -> throw new IllegalArgumentException("changes elements: " + step);
    }
  }

  private void renew(int stream, int event, int device) {
    setDevice(device);
    streams[stream] = cuda.createStream();
    events[event] = cuda.createEvent();
  }

  private void setDevice(int device) {
    cuda.setDevice(device % cuda.devices().size());
  }

  private void replace(int array, int value) {
    arrays[array] = cuda.intArray(model[array].length);
    arrays[array].fill(value);
    Arrays.fill(model[array], value);
  }

  private void add(Range range, int value) {
    for (int i = range.from(); i < range.to(); i++) {
      model[range.array()][i] += value;
    }
  }

  private Object argument(Range range, boolean byAddress) {
    return byAddress ? (Object) slice(range).pointer() : slice(range);
  }

  private void launch(Step.RunTask task) {
    int size = task.range().size();
    tasks.get(task.alternative()).forall(size).launch(slice(task.range()), task.value(), size);
    add(task.range(), task.value());
  }

  private void launch(Launch launch) {
    SmallKernel kernel = launch.kernel();
    Range[] ranges = launch.ranges();
    int size = ranges[0].size();
    Object[] arguments = new Object[kernel.arrays() + 2];
    for (int i = 0; i < kernel.arrays(); i++) {
      arguments[i] = argument(ranges[i], launch.byAddress());
    }
    arguments[kernel.arrays()] = launch.scalar();
    arguments[kernel.arrays() + 1] = size;
    Kernel.Configuration configured = kernels.get(kernel).grid(launch.blocks()).block(BLOCK);
    if (launch.stream() != Step.NO_STREAM) {
      configured = configured.stream(streams[launch.stream()]);
    } else if (kinds.contains(launch.kind())) {
      configured = configured.on(launch.kind());
    }
    configured.launch(arguments);
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
