namespace outer {
namespace inner {
__global__ void add_one(int *values, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    values[i] += 1;
  }
}
}  // namespace inner
}  // namespace outer

extern "C" __global__ void add_ten(int *values, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    values[i] += 10;
  }
}
