#ifndef _PERCEPTRON_KERNEL_H_
#define _PERCEPTRON_KERNEL_H_
#include <stdio.h>
#include "math.h"
#include "cuda.h"
#include "perceptron.h"

/* Sums of TILE rows of weights, each times its input. */
__global__ void
forward(float *in, float *weights, float *sums)
{
  __shared__ float products[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  products[threadIdx.y][threadIdx.x] = in[row] * weights[row * TILE + threadIdx.x];
  __syncthreads();
  for (int bit = 0; bit < __log2f(TILE); bit++) {
    int far = (int)__powf(2, bit);
    if (threadIdx.y % (2 * far) == 0) products[threadIdx.y][threadIdx.x] += products[threadIdx.y + far][threadIdx.x];
    __syncthreads();
  }
  if (threadIdx.y == 0) sums[blockIdx.y * TILE + threadIdx.x] = products[0][threadIdx.x];
}

__global__ void backward(float * in,
                         float * losses,
                         float * weights)
{
  int row = blockIdx.y * TILE + threadIdx.y;
  weights[row * TILE + threadIdx.x] -= ((RATE * losses[threadIdx.x]) * in[row]);
}
#endif
