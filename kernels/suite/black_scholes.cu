// Prices of European call options without dividends, in double precision, by the formula of Black and
// Scholes ("The Pricing of Options and Corporate Liabilities", 1973). Every grid is right.

// Cumulative distribution function of the standard normal distribution.
__device__ double normal_cdf(double x) {
  return 0.5 * erfc(-x * 0.70710678118654752440);
}

// call[i]: of an option on a stock at spot[i] > 0. rate: riskless, per year, compounded continuously;
// volatility > 0: of the log price, per square root of a year; years > 0: to expiry.
extern "C" __global__ void black_scholes(const double *spot, double *call, double strike, double rate,
                                         double volatility, double years, int n) {
  double deviation = volatility * sqrt(years);
  double discounted = strike * exp(-rate * years);
  double drift = (rate + 0.5 * volatility * volatility) * years;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    double d1 = (log(spot[i] / strike) + drift) / deviation;
    call[i] = spot[i] * normal_cdf(d1) - discounted * normal_cdf(d1 - deviation);
  }
}
