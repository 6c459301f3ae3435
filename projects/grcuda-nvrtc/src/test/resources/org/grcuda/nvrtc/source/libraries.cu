// Libraries for host and device in one file.
#include <cstdio>
#include <vector>
#include <cub/cub.cuh>
#include <cub/device/device_reduce.cuh>
#include <cuda_runtime.h>
#include <curand.h>
#include <curand_kernel.h>
#include <mma.h>

using namespace nvcuda;
using namespace cub;

#define CHECK(call) if ((call) != CURAND_STATUS_SUCCESS) { fprintf(stderr, "failed: " #call "\n"); }

static curandGenerator_t generator;

__global__ void fillUniform(curandState *states, float *x, unsigned long long seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
  x[i] = curand_uniform(&states[i]);
}

__global__ void sumBlocks(const float *x, float *sums) {
  typedef BlockReduce<float, 128> Reduce;
  __shared__ typename Reduce::TempStorage shared;
  float sum = Reduce(shared).Sum(x[blockIdx.x * 128 + threadIdx.x]);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void square(const half *a, float *c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> z;
  wmma::fill_fragment(z, 0.0f);
  wmma::load_matrix_sync(x, a, 16);
  wmma::load_matrix_sync(y, a, 16);
  wmma::mma_sync(z, x, y, z);
  wmma::store_matrix_sync(c, z, 16, wmma::mem_row_major);
}

int main() {
  float *x, *sum;
  cudaMalloc(&x, 4096);
  cudaMalloc(&sum, 4);
  CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
  CHECK(curandGenerateUniform(generator, x, 1024));
  size_t bytes = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, x, sum, 1024);
  sumBlocks<<<8, 128>>>(x, sum);
  return 0;
}
