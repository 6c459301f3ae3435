#include "peer.h"

void run(const union value *arguments) {
  const float *restrict a = arguments[0].array, *restrict b = arguments[1].array;
  float *restrict c = arguments[2].array;
  int n = arguments[3].i;
#pragma omp parallel for collapse(2)
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++) {
      float sum = 0;
      for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
      c[row * n + column] = sum;
    }
}
