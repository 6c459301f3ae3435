#include "peer.h"
#include <math.h>

void run(const union value *arguments) {
  const float *restrict in = arguments[0].array;
  float *restrict out = arguments[1].array;
  int columns = arguments[2].i, rows = arguments[3].i;
#pragma omp parallel for
  for (int row = 0; row < rows; row++) {
    const float *restrict x = in + row * columns;
    float *restrict y = out + row * columns;
    float most = -3.4e38f, sum = 0;
#pragma omp simd reduction(max : most)
    for (int i = 0; i < columns; i++) most = x[i] > most ? x[i] : most;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < columns; i++) {
      y[i] = expf(x[i] - most);
      sum += y[i];
    }
    float scale = 1 / sum;
    for (int i = 0; i < columns; i++) y[i] *= scale;
  }
}
