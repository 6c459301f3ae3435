package org.grcuda.tests.property;

import org.grcuda.GrCuda;
import org.grcuda.Kernel;

/**
 * The kernels of random programs, and what they compute. Each works element by element on ranges of
 * one length; its last range is what it writes. Every way of giving a signature occurs.
 */
enum SmallKernel {
  /** y = a x. */
  SCALE(2, "scale(x: in pointer sint32, y: out pointer sint32, a: sint32, n: sint32)", null) {
    @Override
    int apply(int x, int y, int z, int a) {
      return a * x;
    }
  },
  /** z = x + y + a. */
  ADD(3, "add", "const pointer, const pointer, pointer, sint32, sint32") {
    @Override
    int apply(int x, int y, int z, int a) {
      return x + y + a;
    }
  },
  /** z = z ^ (3 x - y) + a, in place, with the signature left to the compiled code. */
  MIX(3, "mix", null) {
    @Override
    int apply(int x, int y, int z, int a) {
      return (z ^ (3 * x - y)) + a;
    }
  },
  /** y = 5 y + x, in place. */
  ACCUMULATE(2, "accumulate", null) {
    @Override
    int apply(int x, int y, int z, int a) {
      return 5 * y + x;
    }
  },
  /** x = x * 17 + a, in place. */
  UPDATE(1, "update(x: inout pointer sint32, a: sint32, n: sint32)", null) {
    @Override
    int apply(int x, int y, int z, int a) {
      return 17 * x + a;
    }
  },
  /** y = x where that is odd, else y as it was: a partial write. */
  SELECT(2, "select", "const pointer, pointer, sint32, sint32") {
    @Override
    int apply(int x, int y, int z, int a) {
      return (x & 1) != 0 ? x : y;
    }
  };

  private static final String SOURCE =
      """
      #define EACH(i) \\
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)

      extern "C" __global__ void scale(const int *x, int *y, int a, int n) {
        EACH(i) y[i] = a * x[i];
      }
      extern "C" __global__ void add(const int *x, const int *y, int *z, int a, int n) {
        EACH(i) z[i] = x[i] + y[i] + a;
      }
      __global__ void mix(const int *x, const int *y, int *z, int a, int n) {
        EACH(i) z[i] = (z[i] ^ (3 * x[i] - y[i])) + a;
      }
      extern "C" __global__ void accumulate(const int *x, int *y, int a, int n) {
        EACH(i) y[i] = 5 * y[i] + x[i];
      }
      extern "C" __global__ void update(int *x, int a, int n) {
        EACH(i) x[i] = 17 * x[i] + a;
      }
      __device__ int total;
      extern "C" __global__ void keep(const int *x) { total = 3 * total + x[0]; }
      extern "C" __global__ void spread(int *x, int n) { EACH(i) x[i] += total; }
      extern "C" __global__ void select(const int *x, int *y, int a, int n) {
        EACH(i) if (x[i] & 1) y[i] = x[i];
      }
      """;

  private final int arrays;
  private final String signature;
  private final String types;

  SmallKernel(int arrays, String signature, String types) {
    this.arrays = arrays;
    this.signature = signature;
    this.types = types;
  }

  /** How many ranges it takes. */
  int arrays() {
    return arrays;
  }

  /**
   * What it stores, given the element of each range and the scalar. Ranges that it does not take
   * are given as 0; of one range it gets {@code x}, of two {@code x} and {@code y}.
   */
  abstract int apply(int x, int y, int z, int a);

  /** Changes the variable {@code total} of the module by the first element. */
  static Kernel keep(GrCuda cuda) {
    return cuda.buildKernel(SOURCE, "keep");
  }

  /** Adds the variable to every element. */
  static Kernel spread(GrCuda cuda) {
    return cuda.buildKernel(SOURCE, "spread");
  }

  Kernel build(GrCuda cuda) {
    return types == null
        ? cuda.buildKernel(SOURCE, signature)
        : cuda.buildKernel(SOURCE, signature, types);
  }
}
