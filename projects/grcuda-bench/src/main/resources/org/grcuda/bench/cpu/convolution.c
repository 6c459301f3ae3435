#include "peer.h"

#define RADIUS 3

void run(const union value *arguments) {
  const float *restrict in = arguments[0].array, *restrict weights = arguments[1].array;
  float *restrict out = arguments[2].array;
  int width = arguments[3].i, height = arguments[4].i;
#pragma omp parallel for
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      float sum = 0;
      for (int dy = -RADIUS; dy <= RADIUS; dy++)
        for (int dx = -RADIUS; dx <= RADIUS; dx++)
          if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
            sum += weights[(dy + RADIUS) * (2 * RADIUS + 1) + dx + RADIUS] * in[(y + dy) * width + x + dx];
      out[y * width + x] = sum;
    }
}
