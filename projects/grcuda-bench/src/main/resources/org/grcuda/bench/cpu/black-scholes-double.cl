static double normal_cdf(double x) { return 0.5 * (1 + erf(x * 0.7071067811865476)); }

kernel void black_scholes(global double *call, global double *put, global const double *spot, global const double *strike,
                          global const double *years, double rate, double volatility, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  double s = spot[i], k = strike[i], t = years[i];
  double deviation = volatility * sqrt(t);
  double d1 = (log(s / k) + (rate + 0.5 * volatility * volatility) * t) / deviation;
  double d2 = d1 - deviation;
  double discounted = k * exp(-rate * t);
  call[i] = s * normal_cdf(d1) - discounted * normal_cdf(d2);
  put[i] = discounted * normal_cdf(-d2) - s * normal_cdf(-d1);
}
