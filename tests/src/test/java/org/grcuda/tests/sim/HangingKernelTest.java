package org.grcuda.tests.sim;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.grcuda.tests.Hosts;
import org.grcuda.tests.threads.Threads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels that never end on simulated devices do not keep their program from being cancelled. */
@Timeout(120)
class HangingKernelTest {

  private static final Map<String, String> OPTIONS =
      Map.of("Backend", "sim", "Topology", "v100-2", "CpuThreads", "1");

  private static final String HANG =
      """
      const cu = Polyglot.eval('grcuda', 'CU');
      const add = cu.buildkernel(
        'extern "C" __global__ void add(int *x, int n) {'
          + ' int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += 1; }',
        'add(x: inout pointer sint32, n: sint32)');
      const loop = cu.buildkernel(
        'extern "C" __global__ void loop(volatile int *x) { while (x[0] == 0) {} x[0] = 5; }',
        'loop(x: inout pointer sint32)');
      const x = cu.DeviceArray('int', 1000);
      const y = cu.DeviceArray('int', 1000);
      loop(1, 1)(x);
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x[0]",
        "for (;;) add(4, 256)(y, 1000);",
        "for (;;) { add(4, 256)(y, 1000); y[0]; }",
        "cu.cudaDeviceSynchronize()"
      })
  void programIsCancelled(String program) throws Exception {
    assertCancelled(
        "working();" + program, thread -> Threads.awaitIn(thread, "org.grcuda.runtime"));
  }

  @Test
  void programThatWaitsForNothingIsCancelled() throws Exception {
    assertCancelled("for (let n = 0; ; n++) { y[0]; if (n == 1000) working(); }", thread -> {});
  }

  /**
   * Cancels a program beside a hanging kernel.
   *
   * @param working waits, after the program has called {@code working}, for its thread to come far
   *     enough
   */
  private static void assertCancelled(String program, Consumer<Thread> working) throws Exception {
    CountDownLatch called = new CountDownLatch(1);
    Context context = Hosts.open(OPTIONS, called);
    FutureTask<PolyglotException> ended =
        new FutureTask<>(
            () -> assertThrows(PolyglotException.class, () -> context.eval("js", HANG + program)));
    Thread thread = Thread.ofPlatform().start(ended);
    assertTrue(called.await(60, TimeUnit.SECONDS));
    working.accept(thread);
    context.close(true);
    assertTrue(ended.get(60, TimeUnit.SECONDS).isCancelled());
  }
}
