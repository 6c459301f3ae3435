package org.grcuda.bench.reproduce.prema;

import java.nio.charset.StandardCharsets;
import org.grcuda.DoubleArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.driver.Device;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;

/**
 * A simple kernel in double precision that multiplies square matrices by tiles of 16 x 16 in shared
 * memory. Each tile that a block needs is read from device memory: caches are not modelled.
 */
final class ProductKernel {

  /** What extents of matrices must be multiples of. */
  static final int TILE = 16;

  private static final String SOURCE =
      """
      extern "C" __global__ void product(const double *a, const double *b, double *c, int n) {
        __shared__ double left[16][16], right[16][16];
        int x = threadIdx.x, y = threadIdx.y;
        int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
        double sum = 0;
        for (int t = 0; t < n; t += 16) {
          left[y][x] = a[row * n + t + x];
          right[y][x] = b[(t + y) * n + column];
          __syncthreads();
          for (int k = 0; k < 16; k++) sum += left[y][k] * right[k][x];
          __syncthreads();
        }
        c[row * n + column] = sum;
      }
      """;

  /** A kernel with the same parameters that is only ever simulated. */
  private static final String PTX =
      """
      .version 8.0
      .target sm_70
      .address_size 64
      .visible .entry product(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n) {
        .shared .align 8 .b8 tiles[4096];
        ret;
      }
      """;

  private static final int WORDS = 4;

  private ProductKernel() {}

  /** The kernel, for arrays. */
  static Kernel of(GrCuda cuda) {
    Kernel kernel =
        cuda.buildKernel(
            SOURCE,
            "product(a: in pointer double, b: in pointer double, c: out pointer double,"
                + " n: sint32)");
    kernel.cost("2 * n * n * n", "n * n * n + 8 * n * n");
    return kernel;
  }

  /** Submits a product of arrays. */
  static void launch(Kernel kernel, DoubleArray a, DoubleArray b, DoubleArray c, int n) {
    kernel.grid(n / TILE, n / TILE).block(TILE, TILE).launch(a, b, c, n);
  }

  /** The kernel, for addresses. */
  static Function of(Device device) {
    return device.loadModule(PTX.getBytes(StandardCharsets.UTF_8)).function("product");
  }

  /** Adds a product of the matrices at three addresses. */
  static void launch(
      Submission submission, Stream stream, Function kernel, long[] matrices, int n) {
    LaunchShape shape = new LaunchShape(n / TILE, n / TILE, 1, TILE, TILE, 1, 0);
    long[] parameters = {matrices[0], matrices[1], matrices[2], n};
    submission.launch(stream, kernel, shape, parameters, (WORDS - 1) * Long.BYTES + Integer.BYTES);
    double squared = (double) n * n;
    submission.cost(0, 2 * squared * n, squared * n + Double.BYTES * squared, 0);
  }
}
