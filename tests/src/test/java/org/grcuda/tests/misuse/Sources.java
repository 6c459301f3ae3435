package org.grcuda.tests.misuse;

/** CUDA sources of the misuse tests. */
final class Sources {

  /** What {@code scale} of {@link #VALID} is declared as. */
  static final String SCALE = "scale(x: inout pointer float, factor: float, n: sint32)";

  /** Kernels with nothing wrong. */
  static final String VALID =
      """
      extern "C" __global__ void scale(float *x, float factor, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) {
          x[i] *= factor;
        }
      }
      template <typename T>
      __global__ void zero(T *x, int n) {
        for (int i = 0; i < n; i++) {
          x[i] = 0;
        }
      }
      """;

  /** The error is in line 3. */
  static final String BROKEN =
      """
      extern "C" __global__ void scale(float *x, int n) {
        int i = threadIdx.x;
        x[i] = undeclared(n);
      }
      """;

  /** A kernel that takes a struct of 16 bytes. */
  static final String STRUCT =
      """
      struct Span {
        float *x;
        int n;
      };
      extern "C" __global__ void span(Span s) {
        for (int i = 0; i < s.n; i++) {
          s.x[i] = i;
        }
      }
      """;

  /** A kernel that takes a texture. */
  static final String IMAGE =
      """
      extern "C" __global__ void sample(cudaTextureObject_t t, float *x) {
        x[0] = tex1D<float>(t, 0.5f);
      }
      """;

  /** A function, and no kernel. */
  static final String NO_KERNEL = "__device__ int twice(int x) { return 2 * x; }\n";

  private Sources() {}
}
