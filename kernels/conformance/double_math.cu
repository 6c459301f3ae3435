// The functions of CUDA's math.h on double, a kernel for each.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

#define UNARY(f) \
  extern "C" __global__ void each_##f(const double *x, double *y, int n) { int i = INDEX; if (i < n) y[i] = f(x[i]); }

#define BINARY(f) \
  extern "C" __global__ void each_##f(const double *a, const double *b, double *y, int n) { int i = INDEX; if (i < n) y[i] = f(a[i], b[i]); }

UNARY(sin) UNARY(cos) UNARY(tan) UNARY(asin) UNARY(acos) UNARY(atan)
UNARY(sinh) UNARY(cosh) UNARY(tanh) UNARY(asinh) UNARY(acosh) UNARY(atanh)
UNARY(exp) UNARY(exp2) UNARY(exp10) UNARY(expm1) UNARY(log) UNARY(log2)
UNARY(log10) UNARY(log1p) UNARY(sqrt) UNARY(rsqrt) UNARY(cbrt) UNARY(rcbrt)
UNARY(sinpi) UNARY(cospi) UNARY(erf) UNARY(erfc) UNARY(erfinv) UNARY(erfcinv)
UNARY(erfcx) UNARY(normcdf) UNARY(normcdfinv) UNARY(lgamma) UNARY(tgamma) UNARY(j0)
UNARY(j1) UNARY(y0) UNARY(y1) UNARY(cyl_bessel_i0) UNARY(cyl_bessel_i1) UNARY(ceil)
UNARY(floor) UNARY(trunc) UNARY(round) UNARY(rint) UNARY(nearbyint) UNARY(fabs)
UNARY(logb)

BINARY(pow) BINARY(atan2) BINARY(fmod) BINARY(remainder) BINARY(hypot) BINARY(rhypot)
BINARY(fdim) BINARY(fmin) BINARY(fmax) BINARY(copysign) BINARY(nextafter)

extern "C" __global__ void orders(const double *x, double *j, double *y, int n) {
  int i = INDEX;
  if (i < n) { j[i] = jn(i % 6, x[i]); y[i] = yn(i % 6, x[i]); }
}

extern "C" __global__ void sines_and_cosines(const double *x, double *s, double *c, double *sp, double *cp, int n) {
  int i = INDEX;
  if (i < n) { sincos(x[i], &s[i], &c[i]); sincospi(x[i], &sp[i], &cp[i]); }
}

extern "C" __global__ void parts(const double *x, double *fraction, int *exponent, double *scaled, double *below, double *whole, int *ilog, int n) {
  int i = INDEX;
  if (i >= n) return;
  fraction[i] = frexp(x[i], &exponent[i]);
  scaled[i] = ldexp(x[i], i % 90 - 45);
  below[i] = modf(x[i], &whole[i]);
  ilog[i] = ilogb(x[i]);
}

extern "C" __global__ void quotients(const double *x, const double *y, double *remainder, int *bits, int n) {
  int i = INDEX;
  if (i < n) remainder[i] = remquo(x[i], y[i], &bits[i]);
}

extern "C" __global__ void integers(const double *x, int *r, long long *l, int n) {
  int i = INDEX;
  if (i >= n) return;
  r[i] = (int)lrint(x[i]);
  l[2 * i] = llrint(x[i]);
  l[2 * i + 1] = llround(x[i]);
}

extern "C" __global__ void classes(const double *x, const double *y, int *r, int n) {
  int i = INDEX;
  if (i >= n) return;
  r[i] = (isnan(x[i]) != 0) | (isinf(x[i]) != 0) << 1 | (isfinite(x[i]) != 0) << 2 | (signbit(x[i]) != 0) << 3 |
         (x[i] < y[i]) << 4 | (x[i] <= y[i]) << 5 | (x[i] == y[i]) << 6 | (x[i] != y[i]) << 7 | (x[i] > y[i]) << 8 |
         !(x[i] >= y[i]) << 9 | !(x[i] < y[i]) << 10;
}

extern "C" __global__ void norms(const double *x, double *r, int n) {
  int i = INDEX;
  if (i >= n) return;
  double a = x[i], b = x[(i + 1) % n], c = x[(i + 2) % n], d = x[(i + 3) % n];
  r[4 * i] = norm3d(a, b, c);
  r[4 * i + 1] = norm4d(a, b, c, d);
  r[4 * i + 2] = rnorm3d(a, b, c);
  r[4 * i + 3] = fma(a, b, c);
}
