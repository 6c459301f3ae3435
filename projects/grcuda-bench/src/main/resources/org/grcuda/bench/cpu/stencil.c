#include "peer.h"

static void step(const float *restrict u, float *restrict v, int width, int height) {
#pragma omp parallel for
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      int i = y * width + x;
      if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
        v[i] = 0.2f * (u[i] + u[i - 1] + u[i + 1] + u[i - width] + u[i + width]);
      else
        v[i] = u[i];
    }
}

void run(const union value *arguments) {
  float *u = arguments[0].array, *v = arguments[1].array;
  int width = arguments[2].i, height = arguments[3].i, steps = arguments[4].i;
  for (int i = 0; i < steps; i += 2) {
    step(u, v, width, height);
    step(v, u, width, height);
  }
}
