package org.grcuda.tests.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.tests.Hosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Guest programs that are cancelled or interrupted, while they launch, wait or hold a view: they
 * end, and other contexts of the process go on.
 */
@Timeout(300)
final class CancellationTest {

  private static final Map<String, String> OPTIONS = Map.of("CpuDevices", "2");

  private static final String PREPARE =
      """
      const cu = Polyglot.eval('grcuda', 'CU');
      const add = cu.buildkernel(
        'extern "C" __global__ void add(int *x, int v, int n) {'
          + ' int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += v; }',
        'add(x: inout pointer sint32, v: sint32, n: sint32)');
      const spin = cu.buildkernel(
        'extern "C" __global__ void spin(int *x, int n) {'
          + ' int v = x[0]; for (int i = 0; i < n; i++) { v = v * 1664525 + 1013904223; } x[0] = v; }',
        'spin(x: inout pointer sint32, n: sint32)');
      const x = cu.DeviceArray('int', 1000);
      """;

  private static final String LAUNCH_FOR_EVER =
      PREPARE + "working(); for (;;) { add(4, 256)(x, 1, 1000); }";
  private static final String READ_FOR_EVER =
      PREPARE + "working(); for (;;) { add(4, 256)(x, 1, 1000); x[5]; }";
  private static final String WAIT = PREPARE + "spin(1, 1)(x, 100000000); working(); x[0]";
  private static final String ALLOCATE_FOR_EVER =
      PREPARE + "working(); for (;;) { add(4, 256)(cu.DeviceArray('int', 1000), 1, 1000); }";

  private static final String COMPILE_FOR_EVER =
      PREPARE
          + """
          working();
          cu.buildkernel(
            `template<int N, int M> struct T { static const long v = T<N-1,2*M>::v + T<N-1,2*M+1>::v; };
            template<int M> struct T<0, M> { static const long v = M; };
            extern "C" __global__ void k(long *x) { x[0] = T<30, 1>::v; }`,
            'k(x: inout pointer sint64)');
          """;

  @ParameterizedTest
  @ValueSource(
      strings = {LAUNCH_FOR_EVER, READ_FOR_EVER, WAIT, ALLOCATE_FOR_EVER, COMPILE_FOR_EVER})
  void cancelledProgramsEndAndOthersGoOn(String program) throws Exception {
    try (Context other = Hosts.open(OPTIONS);
        ExecutorService pool = Executors.newSingleThreadExecutor()) {
      Value counter =
          other.eval(
              "js",
              PREPARE
                  + "(n) => { for (let i = 0; i < n; i++) add(4, 256)(x, 1, 1000);"
                  + " return x[999]; }");
      assertEquals(10, counter.execute(10).asInt());
      for (int round = 1; round <= 2; round++) {
        CountDownLatch working = new CountDownLatch(1);
        Context context = Hosts.open(OPTIONS, working);
        Future<PolyglotException> ended =
            pool.submit(
                () -> assertThrows(PolyglotException.class, () -> context.eval("js", program)));
        assertTrue(working.await(60, TimeUnit.SECONDS));
        Thread.sleep(round);
        context.close(true);
        assertTrue(ended.get(60, TimeUnit.SECONDS).isCancelled());
        assertEquals(10 * (round + 1), counter.execute(10).asInt());
      }
    }
  }

  /** What was interrupted has changed nothing: the context can be used on. */
  @ParameterizedTest
  @ValueSource(strings = {READ_FOR_EVER, WAIT})
  void interruptedProgramsLeaveTheirContextUsable(String program) throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    try (Context context = Hosts.open(OPTIONS, working);
        ExecutorService pool = Executors.newSingleThreadExecutor()) {
      Future<PolyglotException> ended =
          pool.submit(
              () -> assertThrows(PolyglotException.class, () -> context.eval("js", program)));
      assertTrue(working.await(60, TimeUnit.SECONDS));
      context.interrupt(Duration.ZERO);
      assertTrue(ended.get(60, TimeUnit.SECONDS).isInterrupted());
      int sum =
          context
              .eval(
                  "js",
                  "const y = cu.DeviceArray('int', 1000); y.fill(1);"
                      + " for (let i = 0; i < 100; i++) add(4, 256)(y, 1, 1000); y[7]")
              .asInt();
      assertEquals(101, sum);
    }
  }

  /** Threads of one context: one of them fails, the others do not notice. */
  @Test
  void aFailureOfOneThreadIsItsOwn() throws Exception {
    try (Context context = Hosts.open(OPTIONS);
        ExecutorService pool = Executors.newFixedThreadPool(3)) {
      Value cu = context.eval("grcuda", "CU");
      Value add =
          cu.invokeMember(
              "buildkernel",
              "extern \"C\" __global__ void add(int *x, int v, int n) {"
                  + " int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += v; }",
              "add(x: inout pointer sint32, v: sint32, n: sint32)");
      Value failing =
          cu.invokeMember(
              "buildkernel",
              "extern \"C\" __global__ void bad(int *x, long i) { x[i] = 1; }",
              "bad(x: inout pointer sint32, i: sint64)");
      Future<?>[] all = new Future<?>[3];
      for (int t = 0; t < all.length; t++) {
        boolean fails = t == 0;
        all[t] =
            pool.submit(
                () -> {
                  for (int round = 0; round < 50; round++) {
                    Value y = cu.invokeMember("DeviceArray", "int", 100);
                    y.invokeMember("fill", 0);
                    if (fails) {
                      failing.execute(1, 1).execute(y, 1L << 60);
                      assertThrows(PolyglotException.class, () -> y.getArrayElement(0));
                    } else {
                      for (int i = 0; i < 5; i++) {
                        add.execute(1, 128).execute(y, 2, 100);
                      }
                      assertEquals(10, y.getArrayElement(99).asInt());
                    }
                  }
                });
      }
      for (Future<?> one : all) {
        one.get(60, TimeUnit.SECONDS);
      }
    }
  }
}
