static float normal_cdf(float x) { return 0.5f * (1 + erf(x * 0.7071067811865476f)); }

kernel void black_scholes(global float *call, global float *put, global const float *spot, global const float *strike,
                          global const float *years, float rate, float volatility, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float s = spot[i], k = strike[i], t = years[i];
  float deviation = volatility * sqrt(t);
  float d1 = (log(s / k) + (rate + 0.5f * volatility * volatility) * t) / deviation;
  float d2 = d1 - deviation;
  float discounted = k * exp(-rate * t);
  call[i] = s * normal_cdf(d1) - discounted * normal_cdf(d2);
  put[i] = discounted * normal_cdf(-d2) - s * normal_cdf(-d1);
}
