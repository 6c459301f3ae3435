#include "peer.h"

void run(const union value *arguments) {
  const int *restrict values = arguments[0].array;
  int *counts = arguments[1].array;
  int n = arguments[2].i;
#pragma omp parallel for reduction(+ : counts[ : 256])
  for (int i = 0; i < n; i++) counts[values[i] & 255]++;
}
