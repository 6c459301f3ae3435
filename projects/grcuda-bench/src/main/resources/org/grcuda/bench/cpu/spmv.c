#include "peer.h"

void run(const union value *arguments) {
  const int *restrict starts = arguments[0].array, *restrict columns = arguments[1].array;
  const float *restrict values = arguments[2].array, *restrict x = arguments[3].array;
  float *restrict y = arguments[4].array;
  int rows = arguments[5].i;
#pragma omp parallel for
  for (int row = 0; row < rows; row++) {
    float sum = 0;
    for (int i = starts[row]; i < starts[row + 1]; i++) sum += values[i] * x[columns[i]];
    y[row] = sum;
  }
}
