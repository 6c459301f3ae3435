package org.grcuda.tests.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Map;
import org.grcuda.DoubleArray;
import org.grcuda.GrCuda;
import org.grcuda.tests.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fills with 8 bytes, by the CUDA backend's own kernel, which the CPU executes here. */
final class GpuFillsTest extends DriverDoubleTest {

  @BeforeAll
  void execute() {
    gpus.executeAllKernels();
  }

  /** Fewer elements than a block has threads, and more than all blocks have. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 255, 256, 257, 100_000, 2048 * 256 - 1, 2048 * 256 + 1, 1_500_000})
  void everyElementIsStoredAndNoOther(int count) {
    Map<String, String> options = Map.of("Backend", "cuda", "NumberOfGPUs", "1");
    try (GrCuda cu = new Configuration(options).typed().open()) {
      DoubleArray x = cu.doubleArray(count + 2);
      x.fill(0);
      x.slice(1, count + 1).fill(1.1);
      double[] expected = new double[count + 2];
      Arrays.fill(expected, 1, count + 1, 1.1);
      double[] found = new double[count + 2];
      x.copyTo(found);
      assertArrayEquals(expected, found);
    }
  }
}
