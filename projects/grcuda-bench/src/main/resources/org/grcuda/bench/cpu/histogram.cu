// Each block counts in shared memory what it meets in strides of the grid, and adds that to the counts; blocks of 256.
extern "C" __global__ void histogram(const int *values, int *counts, int n) {
  __shared__ int own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[values[i] & 255], 1);
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}
