package org.grcuda.tests.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.GrCuda;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Corners of GrCUDA's documents: where programs find the same, or what docs/migration.md lists. */
final class AsGrCudaTest {

  private static final String STORE =
      "extern \"C\" __global__ void store(int *x, int value) { x[0] = value; }";
  private static final String WIDE = "store(x: out pointer sint32, value: uint64)";

  private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
  private Context context;
  private Value cu;

  @BeforeEach
  void open() {
    context =
        Context.newBuilder()
            .allowAllAccess(true)
            .option("engine.WarnInterpreterOnly", "false")
            .option("grcuda.CpuDevices", "2")
            .err(messages)
            .build();
    cu = context.eval("grcuda", "CU");
  }

  @AfterEach
  void close() {
    context.close();
  }

  @Test
  void anIntegerThatIsDeclaredWiderGivesItsLowBytes() {
    Value x = cu.invokeMember("DeviceArray", "int", 1);
    Value store = cu.invokeMember("buildkernel", STORE, WIDE);
    assertEquals(
        "grcuda: warning: kernel 'store', parameter 2 'value': declared uint64, but the kernel's"
            + " has 4 bytes: it takes the low bytes\n",
        messages.toString(StandardCharsets.UTF_8));
    store.execute(1, 1).execute(x, (7L << 32) + 5);
    assertEquals(5, x.getArrayElement(0).asInt());
    var error = assertThrows(PolyglotException.class, () -> store.execute(1, 1).execute(x, -1));
    assertTrue(error.getMessage().contains("out of range for ulong"), error.getMessage());
  }

  @Test
  void anIntegerThatIsDeclaredWiderCanBeRefused() {
    try (GrCuda cuda = GrCuda.builder().option("AccessModeCheck", "error").open()) {
      var error = assertThrows(GrCudaException.class, () -> cuda.buildKernel(STORE, WIDE));
      assertTrue(error.getMessage().endsWith("it takes the low bytes"), error.getMessage());
    }
  }

  @Test
  void aDeviceIsOneObject() {
    Value devices = cu.invokeMember("getdevices");
    for (int i = 0; i < 2; i++) {
      assertEquals(devices.getArrayElement(i), cu.invokeMember("getdevice", i));
    }
    assertTrue(
        context
            .eval("js", "(a, b) => a === b")
            .execute(devices.getArrayElement(1), cu.invokeMember("getdevice", 1))
            .asBoolean());
  }

  @Test
  void aDeviceThatIsNotThereIsAnInvalidOne() {
    for (int device : new int[] {-1, 2}) {
      var error =
          assertThrows(PolyglotException.class, () -> cu.invokeMember("cudaSetDevice", device));
      assertTrue(
          error.getMessage().contains("CUDA_ERROR_INVALID_DEVICE (101)"), error.getMessage());
    }
  }

  @Test
  void whatTheMigrationPageLists() {
    Value x = cu.invokeMember("DeviceArray", "int", 3);
    Value read = context.eval("js", "(x, i) => x[i]");
    assertThrows(PolyglotException.class, () -> read.execute(x, 3));
    x.invokeMember("free");
    assertEquals(3, context.eval("js", "x => x.length").execute(x).asInt());
    assertThrows(PolyglotException.class, () -> read.execute(x, 0));
  }
}
