#include <math.h>

#include "peer.h"

static inline float at(const float *image, int n, int x, int y) {
  return x >= 0 && x < n && y >= 0 && y < n ? image[y * n + x] : 0;
}

// Weights have 8 bits, as those of textures.
static inline float fetch(const float *image, int n, float x, float y) {
  float fx = floorf(x - 0.5f), fy = floorf(y - 0.5f);
  float a = floorf((x - 0.5f - fx) * 256 + 0.5f) / 256, b = floorf((y - 0.5f - fy) * 256 + 0.5f) / 256;
  int i = fx, j = fy;
  return (1 - b) * ((1 - a) * at(image, n, i, j) + a * at(image, n, i + 1, j)) +
         b * ((1 - a) * at(image, n, i, j + 1) + a * at(image, n, i + 1, j + 1));
}

void run(const union value *arguments) {
  const float *restrict image = arguments[0].array;
  float *restrict out = arguments[1].array;
  int n = arguments[2].i;
  float cosine = arguments[3].f, sine = arguments[4].f;
#pragma omp parallel for
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      float dx = x + 0.5f - 0.5f * n, dy = y + 0.5f - 0.5f * n;
      out[y * n + x] = fetch(image, n, cosine * dx - sine * dy + 0.5f * n, sine * dx + cosine * dy + 0.5f * n);
    }
}
