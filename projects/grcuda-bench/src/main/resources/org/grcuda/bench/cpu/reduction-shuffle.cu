__device__ float sum_of_warp(float value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

// Each block sums what it meets in strides of the grid; then each warp adds by shuffles, and the first adds theirs.
extern "C" __global__ void sum(const float *x, float *partial, int n) {
  __shared__ float sums[32];
  float own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) own += x[i];
  own = sum_of_warp(own);
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) sums[warp] = own;
  __syncthreads();
  if (warp == 0) {
    own = sum_of_warp(lane < blockDim.x / 32 ? sums[lane] : 0);
    if (lane == 0) partial[blockIdx.x] = own;
  }
}
