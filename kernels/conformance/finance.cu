// Monte Carlo methods, finance, fractals and roots.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned long long u64;

extern "C" __global__ void monte_carlo_pi(u64 *hits, int each, unsigned seed) {
  __shared__ unsigned s[64];
  unsigned x = seed + INDEX * 7919u + 1, count = 0;
  for (int k = 0; k < each; k++) {
    float p[2];
    for (int j = 0; j < 2; j++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; p[j] = (x >> 8) * (1.0f / 16777216.0f); }
    count += p[0] * p[0] + p[1] * p[1] < 1.0f;
  }
  s[threadIdx.x] = count;
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) { if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d]; __syncthreads(); }
  if (threadIdx.x == 0) atomicAdd(hits, (u64)s[0]);
}

__device__ double normal_distribution(double d) { return 0.5 * erfc(-d * 0.70710678118654752440); }

extern "C" __global__ void black_scholes_price(const double *spot, const double *strike, const double *years, double rate, double volatility, double *call, double *put, int n) {
  int i = INDEX;
  if (i >= n) return;
  double root = volatility * sqrt(years[i]);
  double d1 = (log(spot[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / root, d2 = d1 - root;
  double discounted = strike[i] * exp(-rate * years[i]);
  call[i] = spot[i] * normal_distribution(d1) - discounted * normal_distribution(d2);
  put[i] = discounted * normal_distribution(-d2) - spot[i] * normal_distribution(-d1);
}

extern "C" __global__ void binomial_option(const float *spot, float strike, float up, float down, float p, float discount, float *value, int steps) {
  __shared__ float v[130];
  for (int k = threadIdx.x; k <= steps; k += blockDim.x)
    v[k] = fmaxf(strike - spot[blockIdx.x] * powf(up, k) * powf(down, steps - k), 0.0f);
  for (int s = steps; s > 0; s--)
    for (int base = 0; base < s; base += blockDim.x) {
      __syncthreads();
      int k = base + threadIdx.x;
      float next = k < s ? discount * (p * v[k + 1] + (1 - p) * v[k]) : 0;
      __syncthreads();
      if (k < s) v[k] = next;
    }
  __syncthreads();
  if (threadIdx.x == 0) value[blockIdx.x] = v[0];
}

extern "C" __global__ void box_muller(const float *u, float *z, int n) {
  int i = INDEX;
  if (i >= n) return;
  float r = sqrtf(-2.0f * logf(u[2 * i])), s, c;
  sincosf(6.2831853f * u[2 * i + 1], &s, &c);
  z[2 * i] = r * c;
  z[2 * i + 1] = r * s;
}

extern "C" __global__ void mandelbrot_double(int *out, int w, int h, int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  double cr = -2.0 + 3.0 * x / w, ci = -1.5 + 3.0 * y / h, zr = 0, zi = 0;
  int k = 0;
  for (; k < limit; k++) {
    double r = __dmul_rn(zr, zr), i = __dmul_rn(zi, zi);
    if (r + i > 4) break;
    zi = __dadd_rn(__dmul_rn(2 * zr, zi), ci);
    zr = __dadd_rn(r - i, cr);
  }
  out[y * w + x] = k;
}

extern "C" __global__ void julia(unsigned char *out, float re, float im, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float zr = __fdiv_rn(x * 4.0f, w) - 2, zi = __fdiv_rn(y * 4.0f, h) - 2;
  int k = 0;
  while (k < 200 && __fadd_rn(__fmul_rn(zr, zr), __fmul_rn(zi, zi)) < 4) {
    float t = __fadd_rn(__fsub_rn(__fmul_rn(zr, zr), __fmul_rn(zi, zi)), re);
    zi = __fadd_rn(__fmul_rn(2 * zr, zi), im);
    zr = t;
    k++;
  }
  out[y * w + x] = k;
}

extern "C" __global__ void simpson(double low, double high, int intervals, double *sum) {
  double h = (high - low) / intervals, s = 0;
  for (int i = INDEX; i <= intervals; i += gridDim.x * blockDim.x) {
    double x = low + i * h, f = exp(-x * x) * cos(3 * x);
    s += f * (i == 0 || i == intervals ? 1 : i % 2 ? 4 : 2);
  }
  atomicAdd(sum, s * h / 3);
}

extern "C" __global__ void newton(const double *c, double *roots, int *iterations, int n) {
  int i = INDEX;
  if (i >= n) return;
  double x = 1;
  int k = 0;
  for (; k < 100; k++) {
    double f = ((x - c[i]) * x + 2) * x - 5, d = (3 * x - 2 * c[i]) * x + 2, next = x - f / d;
    if (fabs(next - x) < 1e-14 * fabs(x)) { x = next; break; }
    x = next;
  }
  roots[i] = x;
  iterations[i] = k;
}
