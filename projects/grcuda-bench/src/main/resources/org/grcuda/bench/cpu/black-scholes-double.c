#include "peer.h"
#include <math.h>

static double normal_cdf(double x) { return 0.5 * (1 + erf(x * 0.7071067811865476)); }

void run(const union value *arguments) {
  double *restrict call = arguments[0].array, *restrict put = arguments[1].array;
  const double *restrict spot = arguments[2].array, *restrict strike = arguments[3].array;
  const double *restrict years = arguments[4].array;
  double rate = arguments[5].d, volatility = arguments[6].d;
  int n = arguments[7].i;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double s = spot[i], k = strike[i], t = years[i];
    double deviation = volatility * sqrt(t);
    double d1 = (log(s / k) + (rate + 0.5 * volatility * volatility) * t) / deviation;
    double d2 = d1 - deviation;
    double discounted = k * exp(-rate * t);
    call[i] = s * normal_cdf(d1) - discounted * normal_cdf(d2);
    put[i] = discounted * normal_cdf(-d2) - s * normal_cdf(-d1);
  }
}
