#include "peer.h"
#include <math.h>

void run(const union value *arguments) {
  const float(*restrict bodies)[4] = arguments[0].array;
  float(*restrict accelerations)[4] = arguments[1].array;
  float softening = arguments[2].f;
  int n = arguments[3].i;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float ax = 0, ay = 0, az = 0;
#pragma omp simd reduction(+ : ax, ay, az)
    for (int j = 0; j < n; j++) {
      float dx = bodies[j][0] - bodies[i][0], dy = bodies[j][1] - bodies[i][1], dz = bodies[j][2] - bodies[i][2];
      float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + softening);
      float pull = bodies[j][3] * inverse * inverse * inverse;
      ax += dx * pull;
      ay += dy * pull;
      az += dz * pull;
    }
    accelerations[i][0] = ax;
    accelerations[i][1] = ay;
    accelerations[i][2] = az;
    accelerations[i][3] = 0;
  }
}
