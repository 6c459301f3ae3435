#include <cstdio>
#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <helper_cuda.h>
#include <helper_functions.h>
using namespace std;

template <class T>
struct SharedMemory {
  __device__ inline operator T *() {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }
  __device__ inline operator const T *() const {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }
};

template <>
struct SharedMemory<double> {
  __device__ inline operator double *() {
    extern __shared__ double __smem_d[];
    return (double *)__smem_d;
  }
};

bool isPow2(unsigned int x) { return ((x & (x - 1)) == 0); }

template <class T, unsigned int blockSize, bool nIsPow2>
__global__ void reduce(T *g_idata, T *g_odata, unsigned int n) {
  T *sdata = SharedMemory<T>();
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockSize * 2 + threadIdx.x;
  T mySum = 0;
  while (i < n) {
    mySum += g_idata[i];
    if (nIsPow2 || i + blockSize < n) mySum += g_idata[i + blockSize];
    i += blockSize * 2 * gridDim.x;
  }
  sdata[tid] = mySum;
  __syncthreads();
  for (unsigned int s = blockSize / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] = mySum = mySum + sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = mySum;
}

template <class T>
void launch(int size, int threads, int blocks, T *d_idata, T *d_odata) {
  int smemSize = threads * sizeof(T);
  switch (threads) {
    case 512: reduce<T, 512, true><<<blocks, threads, smemSize>>>(d_idata, d_odata, size); break;
    case 256: reduce<T, 256, true><<<blocks, threads, smemSize>>>(d_idata, d_odata, size); break;
  }
}

template void launch<int>(int, int, int, int *, int *);
template __global__ void reduce<int, 256, false>(int *, int *, unsigned int);

static string describe(const char *what, double seconds) {
  char text[128];
  snprintf(text, sizeof text, "%s: %g s", what, seconds);
  return string(text);
}

int main(int argc, char **argv) {
  mt19937 generator(1);
  int n = 1 << 20;
  float *d_in = nullptr, *d_out = nullptr;
  checkCudaErrors(cudaMalloc((void **)&d_in, n * sizeof(float)));
  auto pick = [&](int wanted) -> int { return max(1, min(wanted, 64)); };
  reduce<float, 128, true><<<pick(32), 128, 128 * sizeof(float)>>>(d_in, d_out, n);
  launch<float>(n, 256, 64, d_in, d_out);
  puts(describe("reduction", 0.5).c_str());
  return isPow2(n) ? EXIT_SUCCESS : EXIT_FAILURE;
}
