__device__ float normal_cdf(float x) { return 0.5f * (1 + erff(x * 0.7071067811865476f)); }

extern "C" __global__ void black_scholes(float *call, float *put, const float *spot, const float *strike, const float *years,
                                         float rate, float volatility, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = spot[i], k = strike[i], t = years[i];
  float deviation = volatility * sqrtf(t);
  float d1 = (logf(s / k) + (rate + 0.5f * volatility * volatility) * t) / deviation;
  float d2 = d1 - deviation;
  float discounted = k * expf(-rate * t);
  call[i] = s * normal_cdf(d1) - discounted * normal_cdf(d2);
  put[i] = discounted * normal_cdf(-d2) - s * normal_cdf(-d1);
}
