package org.grcuda.tests.compat;

/** The kernels of {@link CompatPrograms}. */
final class CompatSources {

  static final String INCREMENT =
      """
      __global__ void increment(int *values, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) {
          values[i] += 1;
        }
      }
      """;

  static final String INCREMENT_COPY =
      """
      template <typename T>
      __global__ void increment_copy(T *to, const T *from, int n) {
        for (auto i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
          to[i] = from[i] + (T{} + 1);
        }
      }
      """;

  static final String TRANSPOSE =
      """
      extern "C" __global__ void transpose(const float *from, float *to, int rows, int columns) {
        extern __shared__ float tile[];
        int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
        int local = threadIdx.x * blockDim.y + threadIdx.y;
        if (r < rows && c < columns) {
          tile[local] = from[r * columns + c];
          to[c * rows + r] = tile[local];
        }
      }
      """;

  static final String SQUARE =
      """
      extern "C" __global__ void square(const float *from, float *to, int n) {
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
          to[i] = from[i] * from[i];
        }
      }
      """;

  static final String REDUCE =
      """
      __inline__ __device__ float warp_sum(float value) {
        for (int offset = 16; offset > 0; offset /= 2) {
          value += __shfl_down_sync(0xFFFFFFFF, value, offset);
        }
        return value;
      }

      __global__ void reduce(float *x, float *y, float *z, int n) {
        float sum = 0;
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
          sum += x[i] - y[i];
        }
        sum = warp_sum(sum);
        if ((threadIdx.x & 31) == 0) {
          atomicAdd(z, sum);
        }
      }
      """;

  private CompatSources() {}
}
