#include "peer.h"

void run(const union value *arguments) {
  const float *restrict x = arguments[0].array;
  float *restrict y = arguments[1].array;
  int n = arguments[2].i;
#pragma omp parallel for
  for (int i = 0; i < n; i++) y[i] = x[i] * x[i];
}
