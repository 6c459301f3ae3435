package org.grcuda.tests.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.graalvm.polyglot.Context;
import org.grcuda.tests.Hosts;
import org.junit.jupiter.api.Test;

/**
 * What guest programs make and drop gives its memory back: the addresses of many arrays, each
 * launched on and dropped, span less than the arrays together.
 */
final class DroppedArraysTest {

  private static final int ARRAY_BYTES = 400;

  private static final String SOURCE =
      """
      extern "C" __global__ void touch(float *x) { x[threadIdx.x] += 1; }
      """;

  private static void assertReused(String language, int many, String program) {
    long together = (long) many * ARRAY_BYTES;
    var options = Map.of("Backend", "cpu", "CpuDeviceMemory", "" + together / 4);
    try (Context context = Hosts.open(options)) {
      var addresses = context.eval(language, program).execute(SOURCE, many);
      long lowest = addresses.getArrayElement(0).asLong();
      long highest = addresses.getArrayElement(1).asLong();
      long span = highest - lowest;
      assertTrue(
          span > 0 && span < together / 2,
          "arrays of " + together + " bytes span " + span + " bytes");
    }
  }

  @Test
  void ofJavaScript() {
    assertReused(
        "js",
        100_000,
        """
        (source, many) => {
          const cu = Polyglot.eval('grcuda', 'CU');
          const touch = cu.buildkernel(source, 'touch(x: inout pointer float)')(1, 32);
          let lowest = Infinity;
          let highest = 0;
          for (let i = 0; i < many; i++) {
            const x = cu.DeviceArray('float', 100);
            touch(x);
            lowest = Math.min(lowest, x.pointer);
            highest = Math.max(highest, x.pointer);
          }
          return [lowest, highest];
        }
        """);
  }

  @Test
  void ofPython() {
    assertReused(
        "python",
        20_000,
        """
        import polyglot

        def churn(source, many):
            cu = polyglot.eval(language="grcuda", string="CU")
            touch = cu.buildkernel(source, "touch(x: inout pointer float)")(1, 32)
            lowest, highest = 1 << 62, 0
            for i in range(many):
                x = cu.DeviceArray("float", 100)
                touch(x)
                lowest = min(lowest, x.pointer)
                highest = max(highest, x.pointer)
            return [lowest, highest]

        churn
        """);
  }
}
