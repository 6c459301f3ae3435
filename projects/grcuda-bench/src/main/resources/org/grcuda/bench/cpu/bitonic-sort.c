#include "peer.h"

static void step(int *keys, int from, int to, int size, int stride) {
  for (int t = from; t < to; t++) {
    int i = 2 * t - (t & (stride - 1));
    int a = keys[i], b = keys[i + stride];
    if ((a > b) == ((i & size) == 0)) {
      keys[i] = b;
      keys[i + stride] = a;
    }
  }
}

void run(const union value *arguments) {
  int *keys = arguments[0].array;
  int n = arguments[1].i;
#pragma omp parallel for
  for (int block = 0; block < n / 1024; block++)
    for (int size = 2; size <= 1024; size *= 2)
      for (int stride = size / 2; stride > 0; stride /= 2) step(keys, block * 512, (block + 1) * 512, size, stride);
  for (int size = 2048; size <= n; size *= 2) {
    for (int stride = size / 2; stride >= 1024; stride /= 2) {
#pragma omp parallel for
      for (int block = 0; block < n / 1024; block++) step(keys, block * 512, (block + 1) * 512, size, stride);
    }
#pragma omp parallel for
    for (int block = 0; block < n / 1024; block++)
      for (int stride = 512; stride > 0; stride /= 2) step(keys, block * 512, (block + 1) * 512, size, stride);
  }
}
