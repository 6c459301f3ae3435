package org.grcuda.tests.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.graalvm.polyglot.Context;
import org.grcuda.tests.Hosts;
import org.junit.jupiter.api.Test;
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

  /** Columns, steps, and rows in lists: their memory is not copied at one go. */
  private static final String STRIDED_PYTHON =
      """
      def run(cu):
          from array import array
          f = cu.DeviceArray("float", 2, 3, "F")
          f.copyFrom([array("f", [1.5, 2.5, 3.5]), [4, 5, 6]])
          f[1].copyFrom(array("f", [7.5, 8.5, 9.5]))
          row, rows = array("f", [0] * 3), [[0] * 3, array("f", [0] * 3)]
          f[0].copyTo(row)
          f.copyTo(rows)
          step = cu.DeviceArray("double", 5)
          step.fill(0)
          step.slice(0, 5, 2).copyFrom(array("d", [1, 2, 3]))
          return f"{row.tolist()} {rows[0]} {rows[1].tolist()} {list(step)}"
      run
      """;

  private static final String STRIDED_JAVASCRIPT =
      """
      (cu) => {
        const f = cu.DeviceArray('float', 2, 3, 'F');
        f.copyFrom([new Float32Array([1.5, 2.5, 3.5]), [4, 5, 6]]);
        f[1].copyFrom(new Float32Array([7.5, 8.5, 9.5]).buffer);
        const row = new Float32Array(3), rows = [[0, 0, 0], new Float32Array(3)];
        f[0].copyTo(row.buffer);
        f.copyTo(rows);
        const step = cu.DeviceArray('double', 5);
        step.fill(0);
        step.slice(0, 5, 2).copyFrom(new Float64Array([1, 2, 3]));
        const text = a => '[' + [...a].map(v => v.toFixed(1)).join(', ') + ']';
        return [row, ...rows, step].map(text).join(' ');
      }
      """;

  @Test
  void stridedViewsCopyFromMemoryToo() {
    String expected = "[1.5, 2.5, 3.5] [1.5, 2.5, 3.5] [7.5, 8.5, 9.5] [1.0, 0.0, 2.0, 0.0, 3.0]";
    try (Context context = Hosts.open(Map.of())) {
      var cu = context.eval("grcuda", "CU");
      assertEquals(expected, context.eval("python", STRIDED_PYTHON).execute(cu).asString());
      assertEquals(expected, context.eval("js", STRIDED_JAVASCRIPT).execute(cu).asString());
    }
  }

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
