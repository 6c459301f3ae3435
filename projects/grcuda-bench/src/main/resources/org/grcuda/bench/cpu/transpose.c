#include "peer.h"

#define TILE 32

void run(const union value *arguments) {
  const float *restrict in = arguments[0].array;
  float *restrict out = arguments[1].array;
  int n = arguments[2].i;
#pragma omp parallel for collapse(2)
  for (int y = 0; y < n; y += TILE)
    for (int x = 0; x < n; x += TILE)
      for (int i = 0; i < TILE; i++)
        for (int j = 0; j < TILE; j++) out[(x + i) * n + y + j] = in[(y + j) * n + x + i];
}
