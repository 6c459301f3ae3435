#include "peer.h"

void run(const union value *arguments) {
  int *restrict steps = arguments[0].array;
  int size = arguments[1].i, most = arguments[2].i;
#pragma omp parallel for schedule(dynamic)
  for (int y = 0; y < size; y++)
    for (int x = 0; x < size; x++) {
      float c_re = -2 + 3.0f * x / size, c_im = -1.5f + 3.0f * y / size;
      float re = 0, im = 0;
      int count = 0;
      while (count < most && re * re + im * im <= 4) {
        float next = re * re - im * im + c_re;
        im = 2 * re * im + c_im;
        re = next;
        count++;
      }
      steps[y * size + x] = count;
    }
}
