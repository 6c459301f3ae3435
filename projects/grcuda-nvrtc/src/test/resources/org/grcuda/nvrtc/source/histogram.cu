#include <assert.h>
#include <stdint.h>
#include <inttypes.h>
#include <cuda_runtime.h>
#include <cuda_profiler_api.h>

typedef unsigned char uchar8;
#define UINT_BITS 32
#define LOG2_WARP_SIZE 5U
#define HISTOGRAM256_BIN_COUNT 256
#define UMUL(a, b) ((a) * (b))

static uint *d_Partial;
volatile int finished;

inline __device__ void addByte(uint *s_Hist, uint data) { atomicAdd(s_Hist + data, 1); }

inline __device__ void addWord(uint *s_Hist, uint32_t data) {
  addByte(s_Hist, (data >> 0) & 0xFFU);
  addByte(s_Hist, (data >> 8) & 0xFFU);
  addByte(s_Hist, (data >> 16) & 0xFFU);
  addByte(s_Hist, (data >> 24) & 0xFFU);
}

extern "C" {
__global__ void histogram256(uint *out, const uint *data, uint count) {
  __shared__ uint s_Hist[HISTOGRAM256_BIN_COUNT];
  for (uint i = threadIdx.x; i < HISTOGRAM256_BIN_COUNT; i += blockDim.x) s_Hist[i] = 0;
  __syncthreads();
  for (uint pos = UMUL(blockIdx.x, blockDim.x) + threadIdx.x; pos < count;
       pos += UMUL(blockDim.x, gridDim.x))
    addWord(s_Hist, data[pos]);
  __syncthreads();
  for (uint i = threadIdx.x; i < HISTOGRAM256_BIN_COUNT; i += blockDim.x)
    atomicAdd(out + i, s_Hist[i]);
}

void initHistogram256(void) { cudaMalloc((void **)&d_Partial, 240 * 256 * sizeof(uint)); }

void closeHistogram256(void) { cudaFree(d_Partial); }
}

extern "C" void histogram256Host(uint *out, void *data, uint bytes) {
  assert(bytes % sizeof(uint) == 0);
  histogram256<<<240, 192>>>(out, (uint *)data, bytes / sizeof(uint));
}
