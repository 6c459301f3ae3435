package org.grcuda.bench.reproduce.prema;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.grcuda.DoubleArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.spi.AnyArray;

/**
 * The problem of all programs of {@link Jacobi}: in each iteration a cell gets the mean of itself
 * and its six neighbours. All is 0 at first, and in front of the domain 1.
 *
 * @param shape cells along each axis
 * @param iterations of a round
 */
record JacobiDomain(long[] shape, int iterations) {

  private static final int THREADS = 128;
  private static final String SOURCE =
      """
      extern "C" __global__ void jacobi(const double *u, double *v, int ny, int nz, int nx) {
        int k = blockIdx.x * blockDim.x + threadIdx.x + 1, j = blockIdx.y + 1, i = blockIdx.z + 1;
        if (k > nz || i > nx) return;
        long long row = nz + 2, plane = row * (ny + 2), at = i * plane + j * row + k;
        const double *c = u + at;
        v[at] = (c[0] + c[-1] + c[1] + c[-row] + c[row] + c[-plane] + c[plane]) * (1.0 / 7.0);
      }
      """;

  /** The kernel of an iteration. */
  static Kernel kernel(GrCuda cuda) {
    Kernel kernel =
        cuda.buildKernel(
            SOURCE,
            "jacobi(u: in pointer double, v: inout pointer double, ny: sint32, nz: sint32,"
                + " nx: sint32)");
    // Caches hold the planes around a cell: each is read and written once.
    kernel.cost("8 * nx * ny * nz", "16 * nx * ny * nz");
    return kernel;
  }

  /** Submits an iteration on a box with its halo, from {@code u} to {@code v}. */
  static void step(Kernel kernel, DoubleArray u, DoubleArray v) {
    long[] padded = u.shape();
    int nx = (int) padded[0] - 2;
    int ny = (int) padded[1] - 2;
    int nz = (int) padded[2] - 2;
    kernel.grid((nz + THREADS - 1) / THREADS, ny, nx).block(THREADS).launch(u, v, ny, nz, nx);
  }

  /**
   * Stores what a round begins with in a box with its halo.
   *
   * @param begin the first cell of the box in the domain
   */
  static void initialize(DoubleArray box, long[] begin) {
    box.fill(0);
    if (begin[0] == 0) {
      long[] padded = box.shape();
      AnyArray.fill("front", AnyArray.row(box, 0, padded[1] * padded[2]), 1);
    }
  }

  /**
   * A number that depends on the bits of each cell of a box and on its place: those of the boxes of
   * a domain add up to the same sum, whatever the boxes. Waits for the cells.
   *
   * @param box with its halo
   * @param begin its first cell in the domain
   */
  long checksum(DoubleArray box, long[] begin) {
    long[] padded = box.shape();
    long sum = 0;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment cells = arena.allocate(box.byteSize(), Double.BYTES);
      box.copyTo(cells);
      for (long i = 1; i < padded[0] - 1; i++) {
        for (long j = 1; j < padded[1] - 1; j++) {
          long row = (i * padded[1] + j) * padded[2];
          long place = (begin[0] + i - 1) * shape[1] + begin[1] + j - 1;
          for (long k = 1; k < padded[2] - 1; k++) {
            long bits = cells.getAtIndex(ValueLayout.JAVA_LONG, row + k);
            sum += mix(bits ^ mix(place * shape[2] + begin[2] + k - 1));
          }
        }
      }
    }
    return sum;
  }

  /** The finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
  private static long mix(long number) {
    long z = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
