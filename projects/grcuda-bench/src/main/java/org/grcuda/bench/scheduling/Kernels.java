package org.grcuda.bench.scheduling;

import org.grcuda.GrCuda;
import org.grcuda.Kernel;

/** The configured kernels of the workloads. What they compute does not matter. */
record Kernels(
    Kernel.Configuration touch,
    Kernel.Configuration pair,
    Kernel.Configuration fork,
    Kernel.Configuration join,
    Kernel.Configuration sweep) {

  private static final String SOURCE =
      """
      extern "C" __global__ void touch(float *x) { x[threadIdx.x] += 1; }
      extern "C" __global__ void pair(float *x, float *y) {
        x[threadIdx.x] += 1;
        y[threadIdx.x] += 1;
      }
      extern "C" __global__ void fork(const float *x, float *y) { y[threadIdx.x] = x[threadIdx.x]; }
      extern "C" __global__ void join(float *x, const float *a, const float *b, const float *c,
          const float *d, const float *e, const float *f, const float *g, const float *h) {
        int i = threadIdx.x;
        x[i] = a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + h[i];
      }
      extern "C" __global__ void sweep(const float *shared, const float *x, float *y) {
        y[threadIdx.x] = shared[threadIdx.x] + x[threadIdx.x];
      }
      """;

  private static final int BLOCK = 64;

  static Kernels of(GrCuda cuda) {
    return new Kernels(
        kernel(cuda, "touch(x: inout pointer float)"),
        kernel(cuda, "pair(x: inout pointer float, y: inout pointer float)"),
        kernel(cuda, "fork(x: in pointer float, y: out pointer float)"),
        kernel(
            cuda,
            "join(x: out pointer float, a: in pointer float, b: in pointer float, c: in pointer"
                + " float, d: in pointer float, e: in pointer float, f: in pointer float, g: in"
                + " pointer float, h: in pointer float)"),
        kernel(cuda, "sweep(shared: in pointer float, x: in pointer float, y: out pointer float)"));
  }

  private static Kernel.Configuration kernel(GrCuda cuda, String signature) {
    return cuda.buildKernel(SOURCE, signature).grid(1).block(BLOCK);
  }
}
