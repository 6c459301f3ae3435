#include "peer.h"

#define TILE 16

void run(const union value *arguments) {
  const float *restrict a = arguments[0].array, *restrict b = arguments[1].array;
  float *restrict c = arguments[2].array;
  int n = arguments[3].i;
#pragma omp parallel for collapse(2)
  for (int row = 0; row < n; row += TILE)
    for (int column = 0; column < n; column += TILE) {
      float tile[TILE][TILE] = {0};
      for (int first = 0; first < n; first += TILE)
        for (int y = 0; y < TILE; y++)
          for (int k = 0; k < TILE; k++)
            for (int x = 0; x < TILE; x++) tile[y][x] += a[(row + y) * n + first + k] * b[(first + k) * n + column + x];
      for (int y = 0; y < TILE; y++)
        for (int x = 0; x < TILE; x++) c[(row + y) * n + column + x] = tile[y][x];
    }
}
