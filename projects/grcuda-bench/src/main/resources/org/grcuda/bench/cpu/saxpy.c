#include "peer.h"

void run(const union value *arguments) {
  int n = arguments[0].i;
  float a = arguments[1].f;
  const float *restrict x = arguments[2].array;
  float *restrict y = arguments[3].array;
#pragma omp parallel for
  for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}
