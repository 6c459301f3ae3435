package org.grcuda.tests.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.grcuda.GrCuda;
import org.grcuda.HostFunction;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.driver.DeviceKind;
import org.grcuda.task.Task;
import org.grcuda.task.TaskFunction;
import org.grcuda.tests.NativeCompiler;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work that kernels and functions of the host can do. */
class TaskTest {

  private static final int N = 16;

  private static final String SOURCE =
      """
      extern "C" __global__ void add(int *x, int by, int n) {
        int i = threadIdx.x;
        if (i < n) x[i] += by;
      }
      extern "C" __global__ void tenfold(int *x, int by, int n) {
        int i = threadIdx.x;
        if (i < n) x[i] += 10 * by;
      }
      """;

  private static final String SIGNATURE = "(x: inout pointer sint32, by: sint32, n: sint32)";

  private static Kernel kernel(GrCuda cuda, String name) {
    return cuda.buildKernel(SOURCE, name + SIGNATURE);
  }

  /** Adds a hundredfold, so that the test sees who did it. */
  private static void hundredfold(Object[] arguments) {
    IntArray x = (IntArray) arguments[0];
    for (int i = 0; i < (int) arguments[2]; i++) {
      x.set(i, x.get(i) + 100 * (int) arguments[1]);
    }
  }

  private static final TaskFunction HUNDREDFOLD = TaskTest::hundredfold;

  @Test
  void eachImplementationIsTriedTwiceForEachSize() {
    try (GrCuda cuda = TwoBackends.open(1, 1, Map.of())) {
      Task.Configuration task =
          cuda.task(
                  Map.of(
                      DeviceKind.GPU, kernel(cuda, "add"), DeviceKind.CPU, kernel(cuda, "tenfold")))
              .grid(1)
              .block(32);
      IntArray x = cuda.intArray(N);
      x.fill(0);
      for (int i = 0; i < 4; i++) {
        task.launch(x, 1, N);
      }
      assertEquals(2 + 20, x.get(N - 1));
      IntArray larger = cuda.intArray(100 * N);
      larger.fill(0);
      for (int i = 0; i < 4; i++) {
        task.launch(larger, 1, N);
      }
      assertEquals(2 + 20, larger.get(0));
    }
  }

  @Test
  void kernelsAndFunctionsFollowEachOther() {
    for (String policy : new String[] {"auto", "round-robin", "darts"}) {
      for (String execution : new String[] {"async", "sync"}) {
        Map<String, String> options =
            Map.of("DeviceSelectionPolicy", policy, "ExecutionPolicy", execution);
        try (GrCuda cuda = TwoBackends.open(2, 1, options)) {
          Kernel add = kernel(cuda, "add");
          Task.Configuration task =
              cuda.task(Map.of(DeviceKind.GPU, add, DeviceKind.CPU, HUNDREDFOLD)).forall(N);
          IntArray x = cuda.intArray(N);
          x.fill(0);
          for (int i = 0; i < 4; i++) {
            task.launch(x, 1, N);
            add.grid(1).block(32).launch(x, 1000, N);
          }
          assertEquals(4000 + 2 + 200, x.get(0), policy + ", " + execution);
        }
      }
    }
  }

  @Test
  void theFasterOneIsTakenOnceBothAreKnown() {
    try (GrCuda cuda = TwoBackends.open(1, 1, Map.of())) {
      TaskFunction slow =
          arguments -> {
            long end = System.nanoTime() + 50_000_000;
            while (System.nanoTime() < end) {
              Thread.onSpinWait();
            }
            hundredfold(arguments);
          };
      Kernel add = kernel(cuda, "add");
      Task.Configuration task =
          cuda.task(Map.of(DeviceKind.GPU, add, DeviceKind.CPU, slow)).forall(N);
      IntArray x = cuda.intArray(N);
      x.fill(0);
      for (int i = 0; i < 4; i++) {
        task.launch(x, 1, N);
        cuda.synchronize();
      }
      for (int i = 0; i < 20; i++) {
        task.launch(x, 1, N);
        cuda.synchronize();
      }
      assertEquals(200 + 22, x.get(0), "a kernel that takes a fraction of 50 ms");
    }
  }

  @Test
  void functionsOfLibraries(@TempDir Path folder) throws IOException {
    Path library =
        NativeCompiler.c(
            folder, "add", "void add(int *x, int by, int n) { while (n-- > 0) x[n] += 7 * by; }");
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open()) {
      HostFunction function = cuda.bind(library, "add" + SIGNATURE + ": void");
      Task task = cuda.task(Map.of(DeviceKind.GPU, kernel(cuda, "add"), DeviceKind.CPU, function));
      assertEquals("add", task.name());
      assertEquals("task add" + SIGNATURE, task.toString());
      IntArray x = cuda.intArray(N);
      x.fill(1);
      for (int i = 0; i < 50; i++) {
        task.grid(1).block(32).launch(x.slice(0, N / 2), 1, N / 2);
        kernel(cuda, "add").grid(1).block(32).launch(x, 1, N);
      }
      assertEquals(1 + 50 * 8, x.get(0));
      assertEquals(1 + 50, x.get(N - 1));
    }
  }

  @Test
  void anArrayIsFreedAfterTheFunctionThatUsesIt() {
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open()) {
      CountDownLatch freed = new CountDownLatch(1);
      AtomicInteger seen = new AtomicInteger();
      TaskFunction late =
          arguments -> {
            try {
              freed.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            hundredfold(arguments);
            seen.set(((IntArray) arguments[0]).get(0));
          };
      Task task = cuda.task(Map.of(DeviceKind.GPU, kernel(cuda, "add"), DeviceKind.CPU, late));
      IntArray x = cuda.intArray(N);
      x.fill(7);
      task.forall(N).launch(x, 1, N);
      x.close();
      assertThrows(GrCudaException.class, () -> x.get(0));
      freed.countDown();
      cuda.synchronize();
      assertEquals(107, seen.get());
    }
  }

  @Test
  void aFunctionMustNotWait() {
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open()) {
      TaskFunction waiting =
          arguments -> {
            cuda.synchronize();
            hundredfold(arguments);
          };
      Task task = cuda.task(Map.of(DeviceKind.GPU, kernel(cuda, "add"), DeviceKind.CPU, waiting));
      IntArray x = cuda.intArray(N);
      x.fill(0);
      cuda.synchronize();
      task.forall(N).launch(x, 1, N);
      GrCudaException refused = assertThrows(GrCudaException.class, () -> x.get(0));
      assertEquals(
          "add failed: task 'add' must not wait, as its function does here for add",
          refused.getMessage());
    }
  }

  @Test
  void anErrorOfAFunctionFailsWhatComesAfter() {
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open()) {
      TaskFunction broken =
          arguments -> {
            throw new IllegalArgumentException("out of luck");
          };
      Kernel add = kernel(cuda, "add");
      IntArray x = cuda.intArray(N);
      IntArray y = cuda.intArray(N);
      x.fill(0);
      y.fill(0);
      cuda.task(Map.of(DeviceKind.GPU, add, DeviceKind.CPU, broken)).forall(N).launch(x, 1, N);
      add.forall(N).launch(x, 1, N);
      add.forall(N).launch(y, 1, N);
      GrCudaException failure = assertThrows(GrCudaException.class, () -> x.get(0));
      assertTrue(failure.getMessage().contains("out of luck"), failure.getMessage());
      assertEquals(1, y.get(0));
    }
  }

  @Test
  void whatCannotBeATaskIsRefused() {
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open()) {
      Kernel add = kernel(cuda, "add");
      Kernel other =
          cuda.buildKernel(
              "extern \"C\" __global__ void two(int *x, int n) {}",
              "two(x: inout pointer sint32, n: sint32)");
      assertRefused(
          cuda,
          Map.of(DeviceKind.CPU, HUNDREDFOLD),
          "Task: expected at least one kernel, whose signature it has");
      assertRefused(
          cuda,
          Map.of(DeviceKind.GPU, add),
          "task 'add': none of its kernels has a device; this context has 1 device of kind cpu");
      assertRefused(
          cuda,
          Map.of(DeviceKind.GPU, HUNDREDFOLD, DeviceKind.CPU, add),
          "task, gpu: expected a kernel, as functions run on the cpu");
      assertRefused(
          cuda,
          Map.of(DeviceKind.CPU, "add"),
          "task, cpu: expected a kernel, a host function or a TaskFunction, given a"
              + " java.lang.String");
      String differs =
          assertThrows(
                  GrCudaException.class,
                  () -> cuda.task(Map.of(DeviceKind.GPU, add, DeviceKind.CPU, other)))
              .getMessage();
      assertTrue(differs.contains("takes other arguments than"), differs);
      Task task = cuda.task(Map.of(DeviceKind.GPU, add, DeviceKind.CPU, HUNDREDFOLD));
      assertThrows(GrCudaException.class, () -> task.forall(N).launch(1));
    }
  }

  private static void assertRefused(
      GrCuda cuda, Map<DeviceKind, ?> implementations, String message) {
    assertEquals(
        message,
        assertThrows(GrCudaException.class, () -> cuda.task(implementations)).getMessage());
  }

  @Test
  void simulatedDevicesTakeKernelsOnly() {
    try (GrCuda cuda = GrCuda.builder().option("Backend", "sim").open()) {
      Kernel add = kernel(cuda, "add");
      Task task = cuda.task(Map.of(DeviceKind.GPU, add));
      IntArray x = cuda.intArray(N);
      x.fill(1);
      task.forall(N).launch(x, 1, N);
      assertEquals(2, x.get(0));
      GrCudaException refused =
          assertThrows(
              GrCudaException.class,
              () -> cuda.task(Map.of(DeviceKind.GPU, add, DeviceKind.CPU, HUNDREDFOLD)));
      assertEquals(
          "task 'add': function 'function' runs on the host, whose time simulated devices do not"
              + " know: use kernels only",
          refused.getMessage());
    }
  }
}
