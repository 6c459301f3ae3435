#include "peer.h"

void run(const union value *arguments) {
  const float *restrict x = arguments[0].array;
  float *result = arguments[2].array;
  int n = arguments[3].i;
  float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < n; i++) sum += x[i];
  *result = sum;
}
