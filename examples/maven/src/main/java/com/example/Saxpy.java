package com.example;

import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;

/** {@code y = a * x + y}, element by element, on the device. */
public final class Saxpy {

  private static final String SOURCE =
      """
      extern "C" __global__ void saxpy(float a, const float *x, float *y, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) y[i] = a * x[i] + y[i];
      }
      """;

  private final Kernel kernel;

  /** Compiles the kernel. */
  public Saxpy(GrCuda cuda) {
    kernel =
        cuda.buildKernel(
            SOURCE, "saxpy(a: float, x: in pointer float, y: inout pointer float, n: sint32)");
  }

  /** Starts the computation, and returns; whoever reads {@code y} waits for it. */
  public void run(float a, FloatArray x, FloatArray y) {
    int n = Math.toIntExact(y.length());
    kernel.forall(n).launch(a, x, y, n);
  }
}
