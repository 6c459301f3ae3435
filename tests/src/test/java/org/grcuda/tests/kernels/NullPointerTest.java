package org.grcuda.tests.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.tests.Hosts;
import org.grcuda.tests.TestBackend;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels whose pointers may be null, as in C++. */
class NullPointerTest {

  private static final String SOURCE =
      """
      extern "C" __global__ void sum(float *out, const float *x, const float *bias, int n) {
        int i = threadIdx.x;
        if (i < n) out[i] = (x ? x[i] : -1) + (bias != nullptr ? bias[i] : 0.5f);
      }
      """;

  private static final String SIGNATURE =
      "sum(out: out pointer float, x: in pointer float, bias: in pointer float, n: sint32)";

  private static Context open() {
    return Hosts.open(Map.of("Backend", TestBackend.name()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "js: k(1, 32)(y, x, null, 3)",
        "js: k(1, 32)(y, x, [], 3)",
        "js: plain(1, 32)(y, x, null, 3)",
        "python: k(1, 32)(y, x, None, 3)",
        "python: k(1, 32)(y, x, [], 3)",
        "python: plain(1, 32)(y, x, None, 3)"
      })
  void nullOfTheHostIsNullOfTheKernel(String call) {
    String language = call.substring(0, call.indexOf(':'));
    try (Context context = open()) {
      Value cu = context.eval("grcuda", "CU");
      Value bindings = context.getBindings(language);
      Value y = cu.invokeMember("DeviceArray", "float", 3);
      Value x = cu.invokeMember("DeviceArray", "float", 3);
      x.invokeMember("copyFrom", (Object) new float[] {1, 2, 3});
      bindings.putMember("y", y);
      bindings.putMember("x", x);
      bindings.putMember("k", cu.invokeMember("buildkernel", SOURCE, SIGNATURE));
      bindings.putMember("plain", cu.invokeMember("buildkernel", SOURCE, "sum"));
      context.eval(language, call.substring(call.indexOf(':') + 2));
      assertEquals(
          List.of(1.5f, 2.5f, 3.5f),
          List.of(
              y.getArrayElement(0).asFloat(),
              y.getArrayElement(1).asFloat(),
              y.getArrayElement(2).asFloat()));
    }
  }

  @Test
  void undefinedIsNoNull() {
    try (Context context = open()) {
      Value cu = context.eval("grcuda", "CU");
      context.getBindings("js").putMember("k", cu.invokeMember("buildkernel", SOURCE, SIGNATURE));
      context.getBindings("js").putMember("y", cu.invokeMember("DeviceArray", "float", 3));
      PolyglotException refused =
          assertThrows(
              PolyglotException.class, () -> context.eval("js", "k(1, 32)(y, y.sizee, null, 3)"));
      assertEquals(
          "kernel 'sum', argument 2 'x': expected a device array of float, given undefined",
          refused.getMessage().replaceFirst("^\\w+: ", ""));
    }
  }

  @Test
  void javaTakesNullAndEmptyArrays() {
    try (GrCuda cuda = GrCuda.builder().option("Backend", TestBackend.name()).open()) {
      Kernel.Configuration sum = cuda.buildKernel(SOURCE, SIGNATURE).grid(1).block(32);
      FloatArray y = cuda.floatArray(3);
      sum.launch(y, null, null, 3);
      assertEquals("[-0.5, -0.5, -0.5]", Arrays.toString(y.toArray()));
      FloatArray bias = cuda.array(new float[] {1, 2, 3});
      sum.launch(y, new float[0], bias, 3);
      assertEquals("[0.0, 1.0, 2.0]", Arrays.toString(y.toArray()));
      sum.launch(y, List.of(), bias, 3);
      GrCudaException refused =
          assertThrows(GrCudaException.class, () -> sum.launch(y, bias, bias, null));
      assertEquals(
          "kernel 'sum', argument 4 'n': expected sint32, given null", refused.getMessage());
    }
  }

  /** The CPU backend tells of the access; a GPU would end with it. */
  @Test
  void accessThroughNullIsAnErrorThatNamesTheKernel() {
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open()) {
      Kernel.Configuration sum = cuda.buildKernel(SOURCE, SIGNATURE).grid(1).block(32);
      sum.launch(null, null, null, 3);
      GrCudaException fault = assertThrows(GrCudaException.class, cuda::synchronize);
      assertTrue(fault.getMessage().contains("'sum'"), fault.getMessage());
      assertTrue(fault.getMessage().contains("ILLEGAL_ADDRESS"), fault.getMessage());
    }
  }
}
