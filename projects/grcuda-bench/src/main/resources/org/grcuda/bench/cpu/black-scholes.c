#include "peer.h"
#include <math.h>

static float normal_cdf(float x) { return 0.5f * (1 + erff(x * 0.7071067811865476f)); }

void run(const union value *arguments) {
  float *restrict call = arguments[0].array, *restrict put = arguments[1].array;
  const float *restrict spot = arguments[2].array, *restrict strike = arguments[3].array;
  const float *restrict years = arguments[4].array;
  float rate = arguments[5].f, volatility = arguments[6].f;
  int n = arguments[7].i;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float s = spot[i], k = strike[i], t = years[i];
    float deviation = volatility * sqrtf(t);
    float d1 = (logf(s / k) + (rate + 0.5f * volatility * volatility) * t) / deviation;
    float d2 = d1 - deviation;
    float discounted = k * expf(-rate * t);
    call[i] = s * normal_cdf(d1) - discounted * normal_cdf(d2);
    put[i] = discounted * normal_cdf(-d2) - s * normal_cdf(-d1);
  }
}
