// Prices of European call and put options without dividends, by the formula of Black and Scholes
// ("The Pricing of Options and Corporate Liabilities", 1973). One option per element.
//
//   black_scholes(call: out pointer float, put: out pointer float, spot: in pointer float,
//                 strike: in pointer float, years: in pointer float,
//                 rate: float, volatility: float, n: sint32)

// Cumulative distribution function of the standard normal distribution.
__device__ float normal_cdf(float x) {
  const float inverse_sqrt_2 = 0.70710678f;
  return 0.5f * erfcf(-x * inverse_sqrt_2);
}

// spot, strike: prices > 0; years: time to expiry > 0; rate: riskless, per year, compounded
// continuously; volatility: of the log price, per square root of a year, > 0.
extern "C" __global__ void black_scholes(float *call, float *put, const float *spot,
                                         const float *strike, const float *years, float rate,
                                         float volatility, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float s = spot[i];
    float t = years[i];
    float deviation = volatility * sqrtf(t);
    float d1 = (logf(s / strike[i]) + (rate + 0.5f * volatility * volatility) * t) / deviation;
    float d2 = d1 - deviation;
    float discounted_strike = strike[i] * expf(-rate * t);
    call[i] = s * normal_cdf(d1) - discounted_strike * normal_cdf(d2);
    put[i] = discounted_strike * normal_cdf(-d2) - s * normal_cdf(-d1);
  }
}
