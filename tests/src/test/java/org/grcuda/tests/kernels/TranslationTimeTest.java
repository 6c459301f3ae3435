package org.grcuda.tests.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.cpu.x86.Processor;
import org.junit.jupiter.api.Test;

final class TranslationTimeTest {

  /** No other test builds this text: translations are shared by the process. */
  private static final String SOURCE =
      """
      extern "C" __global__ void rows_of_threads(int *x) {
        x[threadIdx.y * blockDim.x + threadIdx.x] = 10 * threadIdx.y;
      }
      """;

  @Test
  void shapesThatAreTranslatedAtTheirLaunch() {
    assumeTrue(Processor.current().best().isPresent());
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open();
        IntArray x = cuda.intArray(64)) {
      Kernel kernel = cuda.buildKernel(SOURCE, "rows_of_threads(x: inout pointer sint32)");
      kernel.grid(1).block(32, 2).launch(x);
      cuda.synchronize();
      assertEquals(Duration.ZERO, kernel.translationTime());
      kernel.grid(1).block(5, 7).launch(x);
      assertEquals(60, x.get(34));
      Duration first = kernel.translationTime();
      assertTrue(first.isPositive(), "blocks of 5 x 7");
      kernel.grid(1).block(5, 7).launch(x);
      cuda.synchronize();
      assertEquals(first, kernel.translationTime());
    }
  }
}
