#include <stdlib.h>

#include "peer.h"

#define TILE 16

// Halves, two in each int; a in rows, b in columns.
void run(const union value *arguments) {
  const _Float16 *restrict a = arguments[0].array, *restrict b = arguments[1].array;
  float *restrict c = arguments[2].array;
  int n = arguments[3].i;
  float *restrict fa = malloc(sizeof(float) * n * n), *restrict fb = malloc(sizeof(float) * n * n);
#pragma omp parallel for
  for (int row = 0; row < n; row++)
    for (int k = 0; k < n; k++) {
      fa[row * n + k] = a[row * n + k];
      fb[k * n + row] = b[row * n + k];
    }
#pragma omp parallel for collapse(2)
  for (int row = 0; row < n; row += TILE)
    for (int column = 0; column < n; column += TILE) {
      float tile[TILE][TILE] = {0};
      for (int k = 0; k < n; k++)
        for (int y = 0; y < TILE; y++)
          for (int x = 0; x < TILE; x++) tile[y][x] += fa[(row + y) * n + k] * fb[k * n + column + x];
      for (int y = 0; y < TILE; y++)
        for (int x = 0; x < TILE; x++) c[(row + y) * n + column + x] = tile[y][x];
    }
  free(fa);
  free(fb);
}
