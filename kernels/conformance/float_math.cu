// The functions of CUDA's math.h on float, a kernel for each.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

#define UNARY(f) \
  extern "C" __global__ void each_##f(const float *x, float *y, int n) { int i = INDEX; if (i < n) y[i] = f(x[i]); }

#define BINARY(f) \
  extern "C" __global__ void each_##f(const float *a, const float *b, float *y, int n) { int i = INDEX; if (i < n) y[i] = f(a[i], b[i]); }

UNARY(sinf) UNARY(cosf) UNARY(tanf) UNARY(asinf) UNARY(acosf) UNARY(atanf)
UNARY(sinhf) UNARY(coshf) UNARY(tanhf) UNARY(asinhf) UNARY(acoshf) UNARY(atanhf)
UNARY(expf) UNARY(exp2f) UNARY(exp10f) UNARY(expm1f) UNARY(logf) UNARY(log2f)
UNARY(log10f) UNARY(log1pf) UNARY(sqrtf) UNARY(rsqrtf) UNARY(cbrtf) UNARY(rcbrtf)
UNARY(sinpif) UNARY(cospif) UNARY(erff) UNARY(erfcf) UNARY(erfinvf) UNARY(erfcinvf)
UNARY(erfcxf) UNARY(normcdff) UNARY(normcdfinvf) UNARY(lgammaf) UNARY(tgammaf) UNARY(j0f)
UNARY(j1f) UNARY(y0f) UNARY(y1f) UNARY(cyl_bessel_i0f) UNARY(cyl_bessel_i1f) UNARY(ceilf)
UNARY(floorf) UNARY(truncf) UNARY(roundf) UNARY(rintf) UNARY(nearbyintf) UNARY(fabsf)
UNARY(logbf)

BINARY(powf) BINARY(atan2f) BINARY(fmodf) BINARY(remainderf) BINARY(hypotf) BINARY(rhypotf)
BINARY(fdimf) BINARY(fminf) BINARY(fmaxf) BINARY(copysignf) BINARY(nextafterf)

extern "C" __global__ void orders(const float *x, float *j, float *y, int n) {
  int i = INDEX;
  if (i < n) { j[i] = jnf(i % 6, x[i]); y[i] = ynf(i % 6, x[i]); }
}

extern "C" __global__ void sines_and_cosines(const float *x, float *s, float *c, float *sp, float *cp, int n) {
  int i = INDEX;
  if (i < n) { sincosf(x[i], &s[i], &c[i]); sincospif(x[i], &sp[i], &cp[i]); }
}

extern "C" __global__ void parts(const float *x, float *fraction, int *exponent, float *scaled, float *below, float *whole, int *ilog, int n) {
  int i = INDEX;
  if (i >= n) return;
  fraction[i] = frexpf(x[i], &exponent[i]);
  scaled[i] = ldexpf(x[i], i % 90 - 45);
  below[i] = modff(x[i], &whole[i]);
  ilog[i] = ilogbf(x[i]);
}

extern "C" __global__ void quotients(const float *x, const float *y, float *remainder, int *bits, int n) {
  int i = INDEX;
  if (i < n) remainder[i] = remquof(x[i], y[i], &bits[i]);
}

extern "C" __global__ void integers(const float *x, int *r, long long *l, int n) {
  int i = INDEX;
  if (i >= n) return;
  r[i] = (int)lrintf(x[i]);
  l[2 * i] = llrintf(x[i]);
  l[2 * i + 1] = llroundf(x[i]);
}

extern "C" __global__ void classes(const float *x, const float *y, int *r, int n) {
  int i = INDEX;
  if (i >= n) return;
  r[i] = (isnan(x[i]) != 0) | (isinf(x[i]) != 0) << 1 | (isfinite(x[i]) != 0) << 2 | (signbit(x[i]) != 0) << 3 |
         (x[i] < y[i]) << 4 | (x[i] <= y[i]) << 5 | (x[i] == y[i]) << 6 | (x[i] != y[i]) << 7 | (x[i] > y[i]) << 8 |
         !(x[i] >= y[i]) << 9 | !(x[i] < y[i]) << 10;
}

extern "C" __global__ void norms(const float *x, float *r, int n) {
  int i = INDEX;
  if (i >= n) return;
  float a = x[i], b = x[(i + 1) % n], c = x[(i + 2) % n], d = x[(i + 3) % n];
  r[4 * i] = norm3df(a, b, c);
  r[4 * i + 1] = norm4df(a, b, c, d);
  r[4 * i + 2] = rnorm3df(a, b, c);
  r[4 * i + 3] = fmaf(a, b, c);
}
