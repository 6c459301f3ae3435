// Texture references, as programs have had them until CUDA 11: a smoothing of an image and a table of weights.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

texture<float, 1> weights;
texture<unsigned char, cudaTextureType2D, cudaReadModeNormalizedFloat> picture;
static texture<int4, 1, cudaReadModeElementType> unused;

__device__ float weightOf(int i) { return tex1Dfetch(weights, i); }

__global__ void smooth(float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int i = -1; i <= 1; i++) sum += weightOf(i + 1) * tex2D(picture, x + i + 0.5f, y + 0.5f);
  out[y * width + x] = sum;
}

int main() {
  std::vector<unsigned char> host(64 * 48, 7);
  cudaArray *array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
  cudaMallocArray(&array, &format, 64, 48);
  picture.addressMode[0] = cudaAddressModeClamp;
  picture.normalized = false;
  cudaBindTextureToArray(picture, array, format);
  float *table, *out;
  cudaMalloc(&table, 3 * sizeof(float));
  cudaMalloc(&out, 64 * 48 * sizeof(float));
  cudaBindTexture(nullptr, weights, table, 3 * sizeof(float));
  smooth<<<dim3(4, 6), dim3(16, 8)>>>(out, 64, 48);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaUnbindTexture(weights);
  return 0;
}
