package org.grcuda.tests.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.tests.Hosts;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels that never end are stopped when their context is closed, cancelled or interrupted. */
@Timeout(120)
final class RunawayKernelTest {

  private static final String SOURCE =
      """
      extern "C" __global__ void loop(volatile int *x) {
        while (x[0] == 0) { }
      }
      extern "C" __global__ void compute(int *x) {
        unsigned v = threadIdx.x;
        while (v != 1u << 31) v = (v * 2 + 2) & 0x7fffffff;
        x[0] = v;
      }
      extern "C" __global__ void barrier(volatile int *x) {
        while (x[0] == 0) __syncthreads();
      }
      extern "C" __global__ void waitForLast(volatile int *x) {
        if (blockIdx.x == gridDim.x - 1) x[0] = 1;
        while (x[0] == 0) { }
      }
      extern "C" __global__ void middle(int *x, int n) {
        int i = n;
        if (n == 0) goto test;
      body:
        x[1] += i;
      test:
        i = i * 1664525 + 1013904223;
        if (i != n) goto body;
        goto body;
      }
      extern "C" __global__ void called(int *x, int n) {
        struct Loop {
          static __device__ __noinline__ int run(volatile int *x) {
            int v = 0;
            while (x[0] == 0) v++;
            return v;
          }
        };
        x[1] = Loop::run(x);
      }
      """;

  private static void launch(GrCuda cuda, String kernel, int grid) {
    IntArray x = cuda.intArray(8);
    x.fill(0);
    if (kernel.equals("middle") || kernel.equals("called")) {
      var built = cuda.buildKernel(SOURCE, kernel + "(x: inout pointer sint32, n: sint32)");
      built.grid(grid).block(64).launch(x, 3);
    } else {
      var built = cuda.buildKernel(SOURCE, kernel + "(x: inout pointer sint32)");
      built.grid(grid).block(64).launch(x);
    }
  }

  private static void othersWork() {
    try (Checked rig = new Checked()) {
      rig.isHealthy();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loop", "compute", "barrier", "waitForLast", "middle", "called"})
  void cancelledFromJava(String kernel) throws Exception {
    GrCuda cuda = GrCuda.builder().option("CpuDevices", "2").option("CpuThreads", "1").open();
    launch(cuda, kernel, 4);
    IntArray waitedFor = cuda.intArray(1);
    cuda.buildKernel(SOURCE, "compute(x: inout pointer sint32)").grid(1).block(1).launch(waitedFor);
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      Future<GrCudaException> waiting =
          pool.submit(() -> assertThrows(GrCudaException.class, () -> waitedFor.get(0)));
      assertThrows(TimeoutException.class, () -> waiting.get(50, TimeUnit.MILLISECONDS));
      othersWork();
      cuda.cancel();
      String message = waiting.get(60, TimeUnit.SECONDS).getMessage();
      assertTrue(
          message.contains("kernel 'compute' was stopped: its context was cancelled")
              || message.contains("the context is closed"),
          message);
    }
    assertThrows(GrCudaException.class, () -> cuda.intArray(1));
    othersWork();
  }

  @Test
  void stoppedSomeSecondsAfterTheContextIsClosed() {
    StringBuffer warnings = new StringBuffer();
    GrCuda cuda = GrCuda.builder().messages(warnings::append).open();
    launch(cuda, "loop", 1);
    long start = System.nanoTime();
    cuda.close();
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    assertTrue(seconds >= 4 && seconds < 30, seconds + " seconds");
    assertTrue(
        warnings
            .toString()
            .contains(
                "loop failed: CUDA_ERROR_LAUNCH_TIMEOUT (702): kernel 'loop' was stopped: it had"
                    + " not come further for 5 seconds when its context was being closed"),
        warnings.toString());
    othersWork();
  }

  @Test
  void stoppedWhenTheClosingThreadIsInterrupted() throws Exception {
    StringBuffer warnings = new StringBuffer();
    GrCuda cuda = GrCuda.builder().messages(warnings::append).open();
    launch(cuda, "loop", 1);
    Thread closing =
        Thread.ofPlatform()
            .start(
                () -> {
                  Thread.currentThread().interrupt();
                  cuda.close();
                  assertTrue(Thread.currentThread().isInterrupted());
                });
    assertTrue(closing.join(Duration.ofSeconds(4)), "still closing");
    assertTrue(warnings.toString().contains("was interrupted"), warnings.toString());
  }

  /** What gets on is waited for, however long it takes. */
  @Test
  void kernelsThatGetOnEnd() {
    StringBuffer printed = new StringBuffer();
    try (GrCuda cuda = GrCuda.builder().output(printed::append).open()) {
      cuda.buildKernel(
              "extern \"C\" __global__ void hello() { if (blockIdx.x == 999) printf(\"done\"); }",
              "hello()")
          .grid(1000)
          .block(1)
          .launch();
    }
    assertEquals("done", printed.toString());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void cancelledFromTheHostOfAGuestProgram(boolean waits) throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    Context context = Hosts.open(Map.of("CpuDevices", "2"), working);
    String program =
        """
        const cu = Polyglot.eval('grcuda', 'CU');
        const loop = cu.buildkernel(
          'extern "C" __global__ void loop(volatile int *x) { while (x[0] == 0) {} x[0] = 5; }',
          'loop(x: inout pointer sint32)');
        const x = cu.DeviceArray('int', 1);
        loop(1, 1)(x);
        working();
        """
            + (waits ? "x[0];" : "for (;;);");
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      Future<PolyglotException> ended =
          pool.submit(
              () -> assertThrows(PolyglotException.class, () -> context.eval("js", program)));
      assertTrue(working.await(60, TimeUnit.SECONDS));
      assertFalse(ended.isDone());
      long start = System.nanoTime();
      context.close(true);
      assertTrue(ended.get(60, TimeUnit.SECONDS).isCancelled());
      assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(4));
    }
    othersWork();
  }
}
