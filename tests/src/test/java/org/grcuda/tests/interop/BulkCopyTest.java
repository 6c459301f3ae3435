package org.grcuda.tests.interop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.graalvm.polyglot.Context;
import org.grcuda.tests.Hosts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulk copies with the arrays of the hosts, of sizes at and around the steps they are made in. */
final class BulkCopyTest {

  private static final String PYTHON =
      """
      def run(cu, n):
          from array import array
          source = array("f", (i % 1000 for i in range(n)))
          x = cu.DeviceArray("float", n)
          x.copyFrom(source)
          target = array("f", bytes(4 * n))
          x.copyTo(target)
          y = cu.DeviceArray("uchar", 4 * n)
          y.copyFrom(source.tobytes())
          return source == target and y[4 * n - 1] == source.tobytes()[-1]
      run
      """;

  private static final String JAVASCRIPT =
      """
      (cu, n) => {
        const source = Float32Array.from({length: n}, (_, i) => i % 1000);
        const x = cu.DeviceArray('float', n);
        x.copyFrom(source);
        const target = new Float32Array(n + 3).subarray(3);
        x.copyTo(target);
        return target.every((value, i) => value === source[i]) && x[n - 1] === source[n - 1];
      }
      """;

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 65_535, 65_536, 65_537, 200_001})
  void everyElementArrives(int length) {
    try (Context context = Hosts.open(Map.of())) {
      var cu = context.eval("grcuda", "CU");
      assertTrue(context.eval("python", PYTHON).execute(cu, length).asBoolean());
      assertTrue(context.eval("js", JAVASCRIPT).execute(cu, length).asBoolean());
    }
  }
}
