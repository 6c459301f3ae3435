// Compiled to binding.ptx, which the program binds:
// nvcc -ptx -arch=compute_80 binding.cu -o binding.ptx
__device__ int calls;

namespace tools {

namespace ints {
__global__ void add(int *x, int amount, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) {
    calls++;
  }
  if (i < n) {
    x[i] += amount;
  }
}
}

__global__ void scale(const int *x, int *y, int factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = x[i] * factor;
  }
}

__global__ void scale(const float *x, float *y, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = x[i] * factor;
  }
}
}

extern "C" __global__ void sum(const int *x, int *result, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    sum += x[i];
  }
  atomicAdd(result, sum);
}
