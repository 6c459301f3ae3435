__device__ double normal_cdf(double x) { return 0.5 * (1 + erf(x * 0.7071067811865476)); }

extern "C" __global__ void black_scholes(double *call, double *put, const double *spot, const double *strike, const double *years,
                                         double rate, double volatility, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double s = spot[i], k = strike[i], t = years[i];
  double deviation = volatility * sqrt(t);
  double d1 = (log(s / k) + (rate + 0.5 * volatility * volatility) * t) / deviation;
  double d2 = d1 - deviation;
  double discounted = k * exp(-rate * t);
  call[i] = s * normal_cdf(d1) - discounted * normal_cdf(d2);
  put[i] = discounted * normal_cdf(-d2) - s * normal_cdf(-d1);
}
