package org.grcuda.tests.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Managed memory holds eight times what the devices do: everything is computed, only moved more.
 */
final class ManagedWorkingSetTest {

  private static final String ADD =
      """
      extern "C" __global__ void add(const float *x, float *y, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) y[i] += x[i];
      }
      """;

  private static final int DEVICES = 2;
  private static final int ELEMENTS = 1 << 17;
  private static final int ARRAYS = 32;
  private static final int ROUNDS = 3;

  @ParameterizedTest
  @CsvSource({
    "none, false, minmax-transfer-time",
    "read-mostly, false, round-robin",
    "preferred-location, true, min-transfer-size"
  })
  void eightTimesTheMemoryOfTheDevices(String advice, String attach, String policy) {
    try (GrCuda cuda =
        GrCuda.builder()
            .option("Backend", "cpu")
            .option("MemoryManager", "managed")
            .option("CpuDevices", String.valueOf(DEVICES))
            .option("CpuDeviceMemory", "1M")
            .option("MemAdvisePolicy", advice)
            .option("ForceStreamAttach", attach)
            .option("DeviceSelectionPolicy", policy)
            .open()) {
      assertTrue(4L * ELEMENTS * ARRAYS >= 8 * DEVICES * cuda.devices().getFirst().totalMemory());
      Kernel.Configuration add =
          cuda.buildKernel(ADD, "add(x: in pointer float, y: inout pointer float, n: sint32)")
              .grid(ELEMENTS / 256)
              .block(256);
      FloatArray[] arrays = new FloatArray[ARRAYS];
      float[] expected = new float[ARRAYS];
      for (int i = 0; i < ARRAYS; i++) {
        arrays[i] = cuda.floatArray(ELEMENTS);
        arrays[i].fill(i);
        expected[i] = i;
      }
      for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < ARRAYS; i++) {
          int next = (i * 5 + round + 1) % ARRAYS;
          if (next != i) {
            add.launch(arrays[i], arrays[next], ELEMENTS);
            expected[next] += expected[i];
          }
        }
      }
      for (int i = 0; i < ARRAYS; i++) {
        assertEquals(expected[i], arrays[i].get(0), "array " + i);
        assertEquals(expected[i], arrays[i].get(ELEMENTS - 1), "array " + i);
      }
    }
  }
}
