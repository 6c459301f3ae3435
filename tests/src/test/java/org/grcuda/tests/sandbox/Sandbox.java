package org.grcuda.tests.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.function.Executable;

/** What the tests of denials share. */
final class Sandbox {

  static final String SQUARE =
      """
      extern "C" __global__ void square(float *x, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] *= x[i];
      }
      """;

  private Sandbox() {}

  /** A context that may do what every context may, and nothing that is granted. */
  static Context.Builder nothingAllowed() {
    return Context.newBuilder().option("engine.WarnInterpreterOnly", "false");
  }

  /** The namespace {@code CU}. */
  static Value cu(Context context) {
    return context.eval("grcuda", "CU");
  }

  /** Computes on arrays: what every denial must leave intact. */
  static void assertComputes(Context context) {
    Value cu = cu(context);
    Value kernel = cu.invokeMember("buildkernel", SQUARE, "square");
    Value array = cu.invokeMember("DeviceArray", "float", 10);
    for (int i = 0; i < 10; i++) {
      array.setArrayElement(i, i);
    }
    kernel.execute(1, 32).execute(array, 10);
    assertEquals(49.0, array.getArrayElement(7).asDouble());
  }

  /** Runs what is denied; the error says {@code part}, and the context computes afterwards. */
  static void assertDenied(Context context, String part, Executable action) {
    PolyglotException error = assertThrows(PolyglotException.class, action);
    assertTrue(error.isGuestException(), () -> "an error of the host: " + error);
    assertTrue(error.getMessage().contains(part), error::getMessage);
    assertComputes(context);
  }
}
