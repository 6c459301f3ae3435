#include "shape.h"

#ifndef FACTOR
#define FACTOR 1
#endif

__device__ int launches;

extern "C" __global__ void area(const double *sides, double *areas, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) {
    launches++;
  }
  if (i < n) {
    areas[i] = FACTOR * AREA(sides[i]);
  }
}

template <typename T>
__global__ void limit(T *x) { x[0] = sizeof(T) * FACTOR; }
