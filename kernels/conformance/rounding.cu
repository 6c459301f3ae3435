// Floating-point arithmetic with the rounding of each intrinsic, flushing and saturating.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

#define FOUR(r, op, ...) \
  (r)[0] = op##_rn(__VA_ARGS__); (r)[1] = op##_rz(__VA_ARGS__); (r)[2] = op##_rd(__VA_ARGS__); (r)[3] = op##_ru(__VA_ARGS__);

extern "C" __global__ void float_rounding(const float *a, const float *b, const float *c, float *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  float *r = out + 28 * i;
  FOUR(r, __fadd, a[i], b[i]) FOUR(r + 4, __fsub, a[i], b[i]) FOUR(r + 8, __fmul, a[i], b[i])
  FOUR(r + 12, __fmaf, a[i], b[i], c[i]) FOUR(r + 16, __fdiv, a[i], b[i])
  FOUR(r + 20, __frcp, a[i]) FOUR(r + 24, __fsqrt, fabsf(a[i]))
}

extern "C" __global__ void double_rounding(const double *a, const double *b, const double *c, double *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  double *r = out + 28 * i;
  FOUR(r, __dadd, a[i], b[i]) FOUR(r + 4, __dsub, a[i], b[i]) FOUR(r + 8, __dmul, a[i], b[i])
  FOUR(r + 12, __fma, a[i], b[i], c[i]) FOUR(r + 16, __ddiv, a[i], b[i])
  FOUR(r + 20, __drcp, a[i]) FOUR(r + 24, __dsqrt, fabs(a[i]))
}

extern "C" __global__ void flushing(const float *a, const float *b, float *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  float *r = out + 6 * i;
  asm("add.ftz.f32 %0, %1, %2;" : "=f"(r[0]) : "f"(a[i]), "f"(b[i]));
  asm("mul.ftz.f32 %0, %1, %2;" : "=f"(r[1]) : "f"(a[i]), "f"(b[i]));
  asm("fma.rn.ftz.f32 %0, %1, %2, %1;" : "=f"(r[2]) : "f"(a[i]), "f"(b[i]));
  asm("add.sat.f32 %0, %1, %2;" : "=f"(r[3]) : "f"(a[i]), "f"(b[i]));
  asm("abs.ftz.f32 %0, %1;" : "=f"(r[4]) : "f"(a[i]));
  r[5] = __saturatef(a[i] * 0.5f);
}

// Without contraction: products are rounded before they are added.
extern "C" __global__ void kahan_sum(const float *x, float *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  float sum = 0, rest = 0;
  for (int k = 0; k < 100; k++) {
    float y = __fsub_rn(__fmul_rn(x[i * 100 + k], x[i * 100 + k]), rest), t = __fadd_rn(sum, y);
    rest = __fsub_rn(__fsub_rn(t, sum), y);
    sum = t;
  }
  out[i] = sum;
}

// The exact product and sum of two floats as a pair of floats.
extern "C" __global__ void exact_pairs(const float *a, const float *b, float *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  float p = __fmul_rn(a[i], b[i]), s = __fadd_rn(a[i], b[i]), t = __fsub_rn(s, a[i]);
  out[4 * i] = p;
  out[4 * i + 1] = __fmaf_rn(a[i], b[i], -p);
  out[4 * i + 2] = s;
  out[4 * i + 3] = __fadd_rn(__fsub_rn(a[i], __fsub_rn(s, t)), __fsub_rn(b[i], t));
}

extern "C" __global__ void divisions(const float *a, const float *b, const double *c, const double *d, float *q, double *p, int n) {
  int i = INDEX;
  if (i >= n) return;
  q[i] = a[i] / b[i];
  p[i] = c[i] / d[i];
}
