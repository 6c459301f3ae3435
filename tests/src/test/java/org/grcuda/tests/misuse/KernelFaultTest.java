package org.grcuda.tests.misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.Stream;
import org.grcuda.GrCuda;
import org.grcuda.GrCudaException;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.driver.CudaResult;
import org.grcuda.tests.Configuration;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels that fail while they run: the error names the kernel and comes at the read of what it
 * wrote; what depends on that has the same error, and nothing else has one.
 */
final class KernelFaultTest {

  private static final String SOURCE =
      """
      extern "C" __global__ void stray(int *x, long long index) {
        if (threadIdx.x == 2) {
          x[index] = 1;
        }
      }
      extern "C" __global__ void add(const int *x, int *y, int n) {
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
          y[i] = x[i] + 1;
        }
      }
      extern "C" __global__ void misaligned(char *x) {
        *(int *) (x + 1) = 1;
      }
      extern "C" __global__ void trap(int *x) {
        asm("trap;");
      }
      """;

  /** Far behind every array: 16 GiB. */
  private static final long FAR = 1L << 32;

  static Stream<Configuration> configurations() {
    return Configuration.all(1, 2);
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void illegalAddress(Configuration configuration) {
    try (GrCuda cuda = configuration.typed().open()) {
      IntArray x = cuda.intArray(8);
      Kernel stray = cuda.buildKernel(SOURCE, "stray(x: inout pointer sint32, index: sint64)");
      check(() -> launchAndRead(stray, x, FAR), "");
    }
  }

  private static void launchAndRead(Kernel stray, IntArray x, long index) {
    stray.grid(1).block(8).launch(x, index);
    x.get(0);
  }

  private static void check(Executable use, String message) {
    var error = assertThrows(GrCudaException.class, use);
    assertEquals(message, error.getMessage());
    assertEquals(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, error.cudaResult());
  }
}
