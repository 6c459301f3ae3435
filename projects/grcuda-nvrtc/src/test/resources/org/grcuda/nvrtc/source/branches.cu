#if defined(_WIN32)
#include <windows.h>
typedef __int64 ticks;
#elif defined(__linux__) || 1
#include <unistd.h>
typedef long long ticks;
#endif
#define VERSION 3
#if VERSION >= 2 && !defined(OLD)
#define STRIDE(n) ((n) * 2)
#else
#error old
#endif

#if __CUDA_ARCH__ >= 600
__device__ double addDouble(double *to, double by) { return atomicAdd(to, by); }
#else
__device__ double addDouble(double *to, double by) { return *to += by; }
#endif

#ifndef __CUDACC_RTC__
#include <thrust/host_vector.h>
static thrust::host_vector<int> never;
#endif

__global__ void sums(double *out, const double *in, int n
#ifdef WITH_EXTRA
                     , int extra
#endif
) {
  for (int i = threadIdx.x; i < n; i += STRIDE(blockDim.x / 2)) {
#ifdef __CUDA_ARCH__
    addDouble(out, in[i]);
#else
    *out += in[i];
#endif
  }
}

#if 0
this is not C++ at all: don't read it "
__global__ void neverThere() { }
#endif

int main(int argc, char *argv[]) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < 3; i++) {
    usleep(1);
  }
#if VERSION > 2
  sums<<<1, 32>>>(0, 0, 0);
  return 0;
}
#else
  return 1;
}
#endif
