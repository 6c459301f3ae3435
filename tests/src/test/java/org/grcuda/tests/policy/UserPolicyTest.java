package org.grcuda.tests.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.runtime.policy.DeviceSelectionPolicy;
import org.grcuda.tests.Hosts;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;

/** Device policies that programs bring. */
class UserPolicyTest {

  private static final String ADD =
      "extern \"C\" __global__ void add(float *x, float v) { x[threadIdx.x] += v; }";
  private static final String SIGNATURE = "add(x: inout pointer float, v: float)";

  private static void launch(GrCuda cuda, FloatArray x) {
    Kernel add = cuda.buildKernel(ADD, SIGNATURE);
    add.grid(1).block(32).launch(x, 1);
  }

  @Test
  void aProviderIsFoundByName() {
    try (Context context =
        Hosts.open(Map.of("CpuDevices", "3", "DeviceSelectionPolicy", "last-device"))) {
      Value cu = context.eval("grcuda", "CU");
      Value x = cu.invokeMember("DeviceArray", "float", 32);
      cu.invokeMember("buildkernel", ADD, SIGNATURE).execute(1, 32).execute(x, 1);
      assertEquals(List.of(2), x.getMember("location").as(List.class));
      assertEquals(
          "last-device",
          cu.invokeMember("getoptions").getMember("DeviceSelectionPolicy").asString());
    }
  }

  @Test
  void thePolicyOfTheBuilderGoesBeforeTheOption() {
    List<String> names = new ArrayList<>();
    DeviceSelectionPolicy policy =
        (context, candidates) -> {
          names.add(context.name() + " of " + context.deviceCount());
          return 1;
        };
    try (GrCuda cuda =
        GrCuda.builder()
            .option("CpuDevices", "2")
            .option("DeviceSelectionPolicy", "last-device")
            .deviceSelection(() -> policy)
            .open()) {
      FloatArray x = cuda.floatArray(32);
      x.fill(0);
      launch(cuda, x);
      assertEquals(1, x.get(0));
    }
    assertEquals(List.of("fill of 2", "add of 2"), names);
  }

  @Test
  void aPolicyThatFailsRefusesTheComputationOnly() {
    boolean[] fails = {true};
    DeviceSelectionPolicy policy =
        (context, candidates) -> {
          if (fails[0]) {
            throw new UnsupportedOperationException("not today");
          }
          return 0;
        };
    try (GrCuda cuda =
        GrCuda.builder().option("CpuDevices", "2").deviceSelection(() -> policy).open()) {
      FloatArray x = cuda.floatArray(32);
      GrCudaException error = assertThrows(GrCudaException.class, () -> launch(cuda, x));
      assertEquals(
          "add: device selection policy "
              + policy.getClass().getName()
              + " failed: java.lang.UnsupportedOperationException: not today",
          error.getMessage());
      fails[0] = false;
      x.fill(5);
      launch(cuda, x);
      assertEquals(6, x.get(31));
    }
  }

  @Test
  void aBuilderWithoutAPolicyIsRefused() {
    GrCuda.Builder builder = GrCuda.builder();
    assertThrows(NullPointerException.class, () -> builder.deviceSelection(null));
    builder.deviceSelection(() -> null);
    assertEquals(
        "deviceSelection: expected a policy, given null",
        assertThrows(GrCudaException.class, builder::open).getMessage());
  }

  @Test
  void aMissingFileOfBandwidthsIsMeasured() {
    StringBuilder messages = new StringBuilder();
    try (GrCuda cuda =
        GrCuda.builder()
            .option("CpuDevices", "2")
            .option("CpuDeviceMemory", "8M")
            .option("BandwidthMatrix", "/no/such/file.csv")
            .messages(messages::append)
            .open()) {
      assertEquals("measured", cuda.bandwidth().origin());
      assertEquals(
          "grcuda: warning: option grcuda.BandwidthMatrix: there is no file /no/such/file.csv:"
              + " measured now; 'grcuda bandwidth -o /no/such/file.csv' measures once and for all"
              + System.lineSeparator(),
          messages.toString());
    }
  }
}
