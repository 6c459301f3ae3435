// Kernels on vectors of n floats. Every launch shape is right: a thread takes each element whose
// index is its own modulo the number of threads.
//
//   square(x: inout pointer float, n: sint32)
//   saxpy(y: inout pointer float, x: in pointer float, a: float, n: sint32)
//   reduce_sum(sum: inout pointer float, x: in pointer float, n: sint32)

// x[i] = x[i]^2
extern "C" __global__ void square(float *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    x[i] = x[i] * x[i];
  }
}

// y[i] = a x[i] + y[i]
extern "C" __global__ void saxpy(float *y, const float *x, float a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    y[i] = a * x[i] + y[i];
  }
}

__device__ float warp_sum(float value) {
  for (int distance = warpSize / 2; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffff, value, distance);
  }
  return value;
}

// sum[0] += x[0] + ... + x[n - 1]. The block is one-dimensional, a multiple of 32 threads. Blocks add
// in any order, so the last bits may differ between runs.
extern "C" __global__ void reduce_sum(float *sum, const float *x, int n) {
  __shared__ float partial[32];
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    value += x[i];
  }
  int lane = threadIdx.x % warpSize;
  int warp = threadIdx.x / warpSize;
  value = warp_sum(value);
  if (lane == 0) {
    partial[warp] = value;
  }
  __syncthreads();
  if (warp == 0) {
    value = warp_sum(lane < blockDim.x / warpSize ? partial[lane] : 0);
    if (lane == 0) {
      atomicAdd(sum, value);
    }
  }
}
