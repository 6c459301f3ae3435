package org.grcuda.tests.hostfunctions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.HostFunction;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.tests.Configuration;
import org.grcuda.tests.NativeCompiler;
import org.grcuda.tests.Repository;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Host functions take their place among kernels: after what they use, before what uses theirs. */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(60)
final class HostFunctionOrderTest {

  private static final int N = 1000;

  private static final String KERNELS =
      """
      extern "C" __global__ void slow(float *x, int n) {
        float value = 0;
        for (int round = 0; round < 4; round++) {
          for (int i = 0; i < n; i++) {
            value += 1.0f / n;
          }
        }
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] = value > 0 ? i : -1;
      }
      extern "C" __global__ void twice(const float *x, float *y, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) y[i] = 2 * x[i];
      }
      extern "C" __global__ void wait_for(volatile int *flag, float *x) {
        while (*flag == 0) {}
        x[0] = 7;
      }
      extern "C" __global__ void fault(float *x) {
        x[1ll << 40] = 1;
      }
      """;

  private Path library;

  @BeforeAll
  void compile(@TempDir Path folder) throws IOException {
    String source = Repository.resource("/hostfunctions/functions.c");
    library = NativeCompiler.c(folder, "functions", source);
  }

  private HostFunction sum(GrCuda cuda) {
    return cuda.bind(library, "sum(x: in pointer float, n: sint32): float");
  }

  private HostFunction scale(GrCuda cuda) {
    return cuda.bind(library, "scale(x: inout pointer float, f: float, n: sint32): void");
  }

  static Stream<Configuration> configurations() {
    return Configuration.all(1, 2);
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void betweenKernels(Configuration configuration) {
    try (GrCuda cuda = configuration.typed().open()) {
      Kernel slow = cuda.buildKernel(KERNELS, "slow(x: out pointer float, n: sint32)");
      Kernel twice =
          cuda.buildKernel(KERNELS, "twice(x: in pointer float, y: out pointer float, n: sint32)");
      FloatArray x = cuda.floatArray(N);
      FloatArray y = cuda.floatArray(N);
      for (int round = 0; round < 5; round++) {
        x.fill(-1);
        slow.grid(4).block(256).launch(x, N);
        assertEquals(N * (N - 1) / 2f, sum(cuda).call(x, N));
        twice.grid(4).block(256).launch(x, y, N);
        scale(cuda).call(x, 0, N); // after twice has read x
        assertEquals(N * (N - 1), (float) sum(cuda).call(y, N));
        scale(cuda).call(y, 0.5, N);
        twice.grid(4).block(256).launch(y, x, N);
        assertEquals(2 * (N - 1), x.get(N - 1));
      }
    }
  }

  /** A part of an array is a unit of its own. */
  @Test
  void rowsByThemselvesAndByAddress() {
    try (GrCuda cuda = GrCuda.open()) {
      Kernel slow = cuda.buildKernel(KERNELS, "slow(x: out pointer float, n: sint32)");
      FloatArray m = cuda.floatArray(2, N);
      m.fill(1);
      slow.grid(4).block(256).launch(m.row(1), N);
      HostFunction address = cuda.bind(library, "address(x: in pointer void): uint64");
      long row = (long) address.call(m.row(1));
      assertEquals(row - N * 4, address.call(m));
      m.fill(1);
      slow.grid(4).block(256).launch(m.row(1), N);
      // The address resolves to the array, so the call waits for the kernel.
      assertEquals(N * (N - 1) / 2f, sum(cuda).call(row, N));
      assertEquals((float) N, sum(cuda).call(m.row(0), N));
    }
  }

  /** The kernel cannot end before the second call, which must not wait for it. */
  @Test
  void whatIsIndependentIsNotWaitedFor() {
    try (GrCuda cuda = GrCuda.builder().option("ExecutionPolicy", "async").open()) {
      Kernel kernel =
          cuda.buildKernel(KERNELS, "wait_for(flag: in pointer sint32, x: out pointer float)");
      IntArray flag = cuda.intArray(1);
      FloatArray x = cuda.floatArray(1);
      FloatArray y = cuda.floatArray(4);
      flag.fill(0);
      y.fill(2);
      HostFunction address = cuda.bind(library, "address(x: in pointer void): uint64");
      long flagAddress = (long) address.call(flag);
      kernel.grid(1).block(1).launch(flag, x);
      assertEquals(8f, sum(cuda).call(y, 4));
      cuda.bind(library, "store_flag(flag: uint64, value: sint32): void").call(flagAddress, 1);
      assertEquals(7f, sum(cuda).call(x, 1));
    }
  }

  /** The kernel is launched while the function runs, and reads what it writes at its end. */
  @Test
  void laterKernelsWaitForItsEnd() throws InterruptedException {
    VarHandle flags = ValueLayout.JAVA_INT.varHandle();
    try (GrCuda cuda = GrCuda.builder().option("ExecutionPolicy", "async").open();
        Arena arena = Arena.ofShared()) {
      MemorySegment started = arena.allocate(ValueLayout.JAVA_INT);
      MemorySegment go = arena.allocate(ValueLayout.JAVA_INT);
      FloatArray x = cuda.floatArray(1);
      FloatArray y = cuda.floatArray(1);
      x.fill(1);
      Kernel twice =
          cuda.buildKernel(KERNELS, "twice(x: in pointer float, y: out pointer float, n: sint32)");
      HostFunction late =
          cuda.bind(
              library,
              "write_late(started: out pointer sint32, go: in pointer sint32, x: out pointer float,"
                  + " value: float): void");
      var failure = new AtomicReference<Throwable>();
      Thread caller = new Thread(() -> late.call(started, go, x, 21));
      caller.setUncaughtExceptionHandler((thread, error) -> failure.set(error));
      caller.start();
      while ((int) flags.getVolatile(started, 0L) == 0 && caller.isAlive()) {
        Thread.onSpinWait();
      }
      twice.grid(1).block(32).launch(x, y, 1);
      flags.setVolatile(go, 0L, 1);
      assertEquals(42, y.get(0));
      caller.join();
      assertEquals(null, failure.get());
    }
  }

  @Test
  void itIsNotCalledOnTheOutputOfAFailure() {
    try (GrCuda cuda = GrCuda.builder().messages(text -> {}).open()) {
      Kernel fault = cuda.buildKernel(KERNELS, "fault(x: out pointer float)");
      FloatArray x = cuda.floatArray(4);
      FloatArray y = cuda.floatArray(4);
      x.fill(1);
      y.fill(1);
      fault.grid(1).block(1).launch(x);
      GrCudaException error = assertThrows(GrCudaException.class, () -> scale(cuda).call(x, 2, 4));
      assertTrue(error.getMessage().contains("fault"), error.getMessage());
      assertEquals(GrCudaException.Kind.DEVICE, error.kind());
      assertEquals(4f, sum(cuda).call(y, 4));
      x.fill(1);
      assertEquals(4f, sum(cuda).call(x, 4));
    }
  }
}
