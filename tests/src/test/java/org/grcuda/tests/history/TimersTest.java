package org.grcuda.tests.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.KernelDurations;
import org.grcuda.tests.Configuration;
import org.grcuda.tests.Hosts;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code kernel.times} and {@code history()} in every host. */
final class TimersTest {

  private static final String SOURCE =
      """
      extern "C" __global__ void next(int *x, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] = x[i] + 1;
      }
      extern "C" __global__ void fault(int *x) { x[1000000000] = 1; }
      """;

  /** Five launches of one size, and two of a greater one; prints what does not depend on time. */
  private static final String JAVASCRIPT =
      """
      const cu = Polyglot.eval('grcuda', 'CU')
      const next = cu.buildkernel(Polyglot.import('source'), 'next(x: inout pointer sint32, n: sint32)')
      console.log(next.times.length, cu.history().length)
      const x = cu.DeviceArray('int', 4096)
      for (let i = 0; i < 5; i++) next(1, 64)(x.slice(0, 64), 64)
      for (let i = 0; i < 2; i++) next(32, 128)(x, 4096)
      cu.cudaDeviceSynchronize()
      const times = Array.from(next.times)
      console.log(times.length, times.every(time => time > 0))
      const rows = Array.from(cu.history())
      const sizes = new Map()
      for (const row of rows) sizes.set(row.threads, (sizes.get(row.threads) ?? 0) + row.count)
      for (const [threads, count] of sizes) console.log(threads, count)
      const row = rows[0]
      console.log(row.kernel, row.bytes, row.min <= row.mean, row.min <= row.last, row.expected > 0)
      console.log(rows.reduce((sum, row) => sum + row.count * row.mean, 0).toFixed(6) ===
                  times.reduce((sum, time) => sum + time, 0).toFixed(6))
      """;

  private static final String PYTHON =
      """
      import polyglot
      cu = polyglot.eval(language='grcuda', string='CU')
      source = polyglot.import_value('source')
      next_ = cu.buildkernel(source, 'next(x: inout pointer sint32, n: sint32)')
      print(len(next_.times), len(cu.history()))
      x = cu.DeviceArray('int', 4096)
      for i in range(5):
          next_(1, 64)(x.slice(0, 64), 64)
      for i in range(2):
          next_(32, 128)(x, 4096)
      cu.cudaDeviceSynchronize()
      times = list(next_.times)
      print(len(times), 'true' if all(time > 0 for time in times) else 'false')
      rows = list(cu.history())
      sizes = {}
      for row in rows:
          sizes[row.threads] = sizes.get(row.threads, 0) + row.count
      for threads, count in sizes.items():
          print(threads, count)
      row = rows[0]
      print(row.kernel, row.bytes, *('true' if ok else 'false' for ok in
            (row.min <= row.mean, row.min <= row.last, row.expected > 0)))
      total = sum(row.count * row.mean for row in rows)
      print('true' if abs(total - sum(times)) < 1e-6 else 'false')
      """;

  private static final String EXPECTED =
      """
      0 0
      7 true
      64 5
      4096 2
      next 256 true true true
      true
      """;

  static Stream<Configuration> configurations() {
    return Configuration.all(1, 2);
  }

  private static String guest(String language, String program, Configuration configuration) {
    var out = new ByteArrayOutputStream();
    Map<String, String> options = new HashMap<>(configuration.options());
    options.put("EnableComputationTimers", "true");
    try (Context context = Hosts.open(options, out)) {
      context.getPolyglotBindings().putMember("source", SOURCE);
      context.eval(language, program);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void javaScript(Configuration configuration) {
    assertEquals(EXPECTED, guest("js", JAVASCRIPT, configuration));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void python(Configuration configuration) {
    assertEquals(EXPECTED, guest("python", PYTHON, configuration));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void typed(Configuration configuration) {
    try (GrCuda cuda = configuration.typed().option("EnableComputationTimers", "true").open()) {
      Kernel next = cuda.buildKernel(SOURCE, "next(x: inout pointer sint32, n: sint32)");
      IntArray x = cuda.intArray(4096);
      x.fill(0);
      for (int i = 0; i < 5; i++) {
        next.grid(32).block(128).launch(x, 4096);
      }
      cuda.synchronize();
      List<Duration> times = next.times();
      assertEquals(5, times.size());
      assertTrue(times.stream().allMatch(Duration::isPositive), times.toString());
      List<KernelDurations> history = cuda.history();
      assertEquals(5, history.stream().mapToLong(KernelDurations::count).sum());
      KernelDurations row = history.getFirst();
      assertEquals("next", row.kernel());
      assertEquals(4096, row.threads());
      assertEquals(4 * 4096, row.bytes());
      assertTrue(row.min().compareTo(row.mean()) <= 0, row.toString());
    }
  }

  @Test
  void aLaunchThatFailedHasNoTime() {
    try (GrCuda cuda = GrCuda.builder().option("EnableComputationTimers", "true").open()) {
      Kernel fault = cuda.buildKernel(SOURCE, "fault(x: inout pointer sint32)");
      fault.grid(1).block(1).launch(cuda.intArray(1));
      Assertions.assertThrows(GrCudaException.class, cuda::synchronize);
      assertEquals(List.of(), fault.times());
    }
  }

  @Test
  void withoutTimersThereAreNoTimes() {
    try (GrCuda cuda = GrCuda.open()) {
      Kernel next = cuda.buildKernel(SOURCE, "next(x: inout pointer sint32, n: sint32)");
      next.grid(1).block(1).launch(cuda.intArray(1), 1);
      cuda.synchronize();
      assertEquals(List.of(), next.times());
      assertEquals(List.of(), cuda.history());
    }
  }
}
