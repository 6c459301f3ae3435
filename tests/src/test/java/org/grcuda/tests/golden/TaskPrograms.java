package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.driver.DeviceKind;
import org.grcuda.task.Task;
import org.grcuda.task.TaskFunction;
import org.grcuda.types.GrCudaException;

/** The golden program {@code tasks} in Java. */
final class TaskPrograms {

  private TaskPrograms() {}

  private static String elements(IntArray array) {
    return Arrays.stream(array.toArray())
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  private static void adding(Object[] arguments) {
    IntArray x = (IntArray) arguments[0];
    for (int i = 0; i < (int) arguments[2]; i++) {
      x.set(i, x.get(i) + (int) arguments[1]);
    }
  }

  private static Task task(GrCuda cuda, Kernel add, TaskFunction function) {
    return cuda.task(Map.of(DeviceKind.GPU, add, DeviceKind.CPU, function));
  }

  private static void fails(Task task, IntArray x, String expected, PrintStream out) {
    try {
      task.grid(1).block(32).launch(x, 1, 6);
      out.println(elements(x));
    } catch (GrCudaException e) {
      out.println(e.getMessage().contains(expected));
    }
  }

  static void typed(GrCuda cuda, String source, PrintStream out) {
    Kernel add = cuda.buildKernel(source, "add(x: inout pointer sint32, by: sint32, n: sint32)");
    IntArray x = cuda.intArray(6);
    IntArray y = cuda.intArray(6);
    x.fill(1);
    y.fill(2);
    Task task = task(cuda, add, TaskPrograms::adding);
    out.println(task.name() + " " + add.signature());
    out.println(task);
    task.grid(1).block(32).launch(x, 10, 6);
    add.grid(1).block(32).launch(x, 100, 6);
    task.forall(6).launch(x, 1000, 3);
    task.grid(1).block(32).launch(y, 5, 6);
    out.println(elements(x));
    out.println(elements(y));
    Task both = cuda.task(Map.of(DeviceKind.GPU, add, DeviceKind.CPU, add));
    both.grid(1).block(32).launch(y, 1, 6);
    out.println(elements(y));
    fails(task(cuda, add, arguments -> cuda.synchronize()), x, "must not wait", out);
    x.fill(3);
    y.fill(4);
    TaskFunction wrong =
        arguments -> {
          throw new IllegalStateException("no such luck");
        };
    fails(task(cuda, add, wrong), x, "no such luck", out);
    out.println(elements(y));
    add.grid(1).block(32).launch(y, 1, 6);
    y.evict();
    add.grid(1).block(32).launch(y, 1, 6);
    out.println(elements(y));
  }
}
