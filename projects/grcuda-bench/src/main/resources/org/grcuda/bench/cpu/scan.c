#include "peer.h"

#define BLOCK 1024

void run(const union value *arguments) {
  const int *restrict x = arguments[0].array;
  int *restrict y = arguments[1].array, *restrict sums = arguments[2].array;
  int n = arguments[3].i;
  int blocks = n / BLOCK;
#pragma omp parallel for
  for (int block = 0; block < blocks; block++) {
    int sum = 0;
    for (int i = block * BLOCK; i < (block + 1) * BLOCK; i++) sum += x[i];
    sums[block] = sum;
  }
  for (int block = 1; block < blocks; block++) sums[block] += sums[block - 1];
#pragma omp parallel for
  for (int block = 0; block < blocks; block++) {
    int sum = block > 0 ? sums[block - 1] : 0;
    for (int i = block * BLOCK; i < (block + 1) * BLOCK; i++) y[i] = sum += x[i];
  }
}
