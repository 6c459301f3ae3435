package org.grcuda.tests.property;

import java.util.EnumMap;
import java.util.Map;
import org.grcuda.GrCuda;
import org.grcuda.HostFunction;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.driver.DeviceKind;
import org.grcuda.task.Task;
import org.grcuda.task.TaskFunction;
import org.grcuda.tests.property.Step.Alternative;

/** The tasks of random programs: each adds a number to the elements of an array. */
final class Tasks {

  private static final String SOURCE =
      """
      extern "C" __global__ void plus(int *x, int value, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] += value;
      }
      """;

  private Tasks() {}

  /**
   * The task with each alternative; where the time of devices is simulated, they are all kernels.
   *
   * @param add adds as they do
   */
  static Map<Alternative, Task> all(GrCuda cuda, HostFunction add) {
    Kernel plus =
        cuda.buildKernel(SOURCE, "plus(x: inout pointer sint32, value: sint32, n: sint32)");
    boolean simulated = "sim".equals(cuda.options().get("Backend"));
    TaskFunction function = Tasks::plus;
    Map<Alternative, Task> tasks = new EnumMap<>(Alternative.class);
    for (Alternative alternative : Alternative.values()) {
      Object other =
          switch (simulated ? Alternative.KERNEL : alternative) {
            case KERNEL -> plus;
            case LIBRARY -> add;
            case FUNCTION -> function;
          };
      tasks.put(alternative, cuda.task(Map.of(DeviceKind.GPU, plus, DeviceKind.CPU, other)));
    }
    return tasks;
  }

  private static void plus(Object[] arguments) {
    IntArray x = (IntArray) arguments[0];
    for (int i = 0; i < (int) arguments[2]; i++) {
      x.set(i, x.get(i) + (int) arguments[1]);
    }
  }
}
