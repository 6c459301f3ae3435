#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <iostream>
#include <vector>
#include <cuda_runtime.h>

#define BLOCK_SIZE 16
#define MAX_PD (3.0e6)
#define CHECK(call)                                                        \
  do {                                                                     \
    cudaError_t status = (call);                                           \
    if (status != cudaSuccess) {                                           \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(1);                                                             \
    }                                                                      \
  } while (0)

/* chip parameters, of the host */
float t_chip = 0.0005;
float chip_height = 0.016, chip_width = 0.016;
static const float amb_temp = 80.0f;

void usage(int argc, char **argv) {
  fprintf(stderr, "Usage: %s <rows> <cols> { <file> }\n", argv[0]);
  exit(1);
}

__device__ __forceinline__ int clampIndex(int i, int n) { return min(max(i, 0), n - 1); }

__global__ void stepHeat(const float *power, const float *in, float *out, int n, float cap) {
  int x = blockIdx.x * BLOCK_SIZE + threadIdx.x;
  int y = blockIdx.y * BLOCK_SIZE + threadIdx.y;
  if (x >= n || y >= n) return;
  float c = in[y * n + x];
  float sum = in[y * n + clampIndex(x - 1, n)] + in[y * n + clampIndex(x + 1, n)] +
              in[clampIndex(y - 1, n) * n + x] + in[clampIndex(y + 1, n) * n + x];
  out[y * n + x] = c + cap * (power[y * n + x] + 0.25f * sum - c + (amb_temp - c) * 0.125f);
}

int compute(float *power, float *temp[2], int n, int steps) {
  dim3 block(BLOCK_SIZE, BLOCK_SIZE), grid((n + 15) / 16, (n + 15) / 16);
  int src = 0;
  for (int s = 0; s < steps; s++, src = 1 - src)
    stepHeat<<<grid, block>>>(power, temp[src], temp[1 - src], n, 0.5f);
  return src;
}

int main(int argc, char **argv) {
  if (argc < 2) usage(argc, argv);
  int n = atoi(argv[1]);
  std::vector<float> host(n * n, 323.0f);
  float *power, *temp[2];
  CHECK(cudaMalloc(&power, n * n * sizeof(float)));
  for (int i = 0; i < 2; i++) CHECK(cudaMalloc(&temp[i], n * n * sizeof(float)));
  CHECK(cudaMemcpy(temp[0], host.data(), n * n * sizeof(float), cudaMemcpyHostToDevice));
  std::cout << "result in " << compute(power, temp, n, 10) << std::endl;
  return 0;
}
