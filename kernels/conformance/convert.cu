// Conversions between all types, rounding and saturating; bits as other types.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void float_to_integers(const float *x, int *r, long long *l, int n) {
  int i = INDEX;
  if (i >= n) return;
  r += 8 * i; l += 8 * i;
  r[0] = __float2int_rn(x[i]); r[1] = __float2int_rz(x[i]); r[2] = __float2int_rd(x[i]); r[3] = __float2int_ru(x[i]);
  r[4] = __float2uint_rn(x[i]); r[5] = __float2uint_rz(x[i]); r[6] = __float2uint_rd(x[i]); r[7] = __float2uint_ru(x[i]);
  l[0] = __float2ll_rn(x[i]); l[1] = __float2ll_rz(x[i]); l[2] = __float2ll_rd(x[i]); l[3] = __float2ll_ru(x[i]);
  l[4] = __float2ull_rn(x[i]); l[5] = __float2ull_rz(x[i]); l[6] = __float2ull_rd(x[i]); l[7] = __float2ull_ru(x[i]);
}

extern "C" __global__ void double_to_integers(const double *x, int *r, long long *l, int n) {
  int i = INDEX;
  if (i >= n) return;
  r += 8 * i; l += 8 * i;
  r[0] = __double2int_rn(x[i]); r[1] = __double2int_rz(x[i]); r[2] = __double2int_rd(x[i]); r[3] = __double2int_ru(x[i]);
  r[4] = __double2uint_rn(x[i]); r[5] = __double2uint_rz(x[i]); r[6] = __double2uint_rd(x[i]); r[7] = __double2uint_ru(x[i]);
  l[0] = __double2ll_rn(x[i]); l[1] = __double2ll_rz(x[i]); l[2] = __double2ll_rd(x[i]); l[3] = __double2ll_ru(x[i]);
  l[4] = __double2ull_rn(x[i]); l[5] = __double2ull_rz(x[i]); l[6] = __double2ull_rd(x[i]); l[7] = __double2ull_ru(x[i]);
}

#define FOUR(r, op, v) (r)[0] = op##_rn(v); (r)[1] = op##_rz(v); (r)[2] = op##_rd(v); (r)[3] = op##_ru(v);

extern "C" __global__ void integers_to_float(const int *x, const long long *y, float *r, int n) {
  int i = INDEX;
  if (i >= n) return;
  r += 16 * i;
  FOUR(r, __int2float, x[i]) FOUR(r + 4, __uint2float, x[i]) FOUR(r + 8, __ll2float, y[i]) FOUR(r + 12, __ull2float, y[i])
}

extern "C" __global__ void integers_to_double(const int *x, const long long *y, double *r, int n) {
  int i = INDEX;
  if (i >= n) return;
  r += 10 * i;
  r[0] = __int2double_rn(x[i]); r[1] = __uint2double_rn(x[i]);
  FOUR(r + 2, __ll2double, y[i]) FOUR(r + 6, __ull2double, y[i])
}

extern "C" __global__ void double_to_float(const double *x, float *r, double *back, int n) {
  int i = INDEX;
  if (i >= n) return;
  FOUR(r + 4 * i, __double2float, x[i])
  back[i] = (double)r[4 * i] - (float)x[i] + (double)(float)i;
}

extern "C" __global__ void small_casts(const int *x, const float *f, int *r, int n) {
  int i = INDEX;
  if (i >= n) return;
  r += 12 * i;
  r[0] = (signed char)x[i]; r[1] = (unsigned char)x[i]; r[2] = (short)x[i]; r[3] = (unsigned short)x[i];
  r[4] = (bool)x[i]; r[5] = (signed char)(int)f[i]; r[6] = (unsigned char)(int)f[i]; r[7] = (short)(int)f[i];
  r[8] = (int)((long long)x[i] >> 3); r[9] = (int)(((unsigned long long)(unsigned)x[i]) >> 3);
  r[10] = (bool)f[i]; r[11] = (int)(char)(x[i] >> 4);
}

extern "C" __global__ void saturating(const int *x, const float *f, int *r, int n) {
  int i = INDEX;
  if (i >= n) return;
  r += 6 * i;
  short s; unsigned short u; unsigned v;
  asm("{.reg .s8 t; cvt.sat.s8.s32 t, %1; cvt.s32.s8 %0, t;}" : "=r"(r[0]) : "r"(x[i]));
  asm("{.reg .u8 t; cvt.sat.u8.s32 t, %1; cvt.u32.u8 %0, t;}" : "=r"(r[1]) : "r"(x[i]));
  asm("cvt.sat.s16.s32 %0, %1;" : "=h"(s) : "r"(x[i]));
  asm("cvt.sat.u16.s32 %0, %1;" : "=h"(u) : "r"(x[i]));
  asm("cvt.rni.sat.u8.f32 %0, %1;" : "=r"(v) : "f"(f[i]));
  r[2] = s; r[3] = u; r[4] = v & 255;
  asm("cvt.sat.u32.s64 %0, %1;" : "=r"(r[5]) : "l"((long long)x[i] * 3));
}

extern "C" __global__ void bits_as_types(const int *x, const long long *y, float *f, double *d, int *r, long long *l, int n) {
  int i = INDEX;
  if (i >= n) return;
  f[i] = __int_as_float(x[i] & 0x7f7fffff);
  d[i] = __longlong_as_double(y[i] & 0x7fefffffffffffffll);
  r[3 * i] = __float_as_int(f[i]) + __float_as_uint(-f[i]);
  r[3 * i + 1] = __double2hiint(d[i]); r[3 * i + 2] = __double2loint(d[i]);
  l[i] = __double_as_longlong(__hiloint2double(x[i], r[3 * i + 2]));
}

// Casts as C++ writes them, for values in range.
extern "C" __global__ void plain_casts(const double *x, double *r, int n) {
  int i = INDEX;
  if (i >= n) return;
  double v = x[i], a = v < 0 ? -v : v;
  r += 10 * i;
  r[0] = (int)v; r[1] = (unsigned)a; r[2] = (long long)v; r[3] = (unsigned long long)a; r[4] = (short)v;
  r[5] = (unsigned char)(int)a; r[6] = (float)v; r[7] = (int)(float)v; r[8] = (unsigned)(float)a; r[9] = (long long)(float)(v * 1e9);
}

// Horizontal and vertical use of float4, double2, int2, uchar4 and short4.
extern "C" __global__ void vector_types(const float4 *a, const double2 *b, const int2 *c, const uchar4 *d, const short4 *e,
                                        float4 *oa, double2 *ob, int2 *oc, uchar4 *od, short4 *oe, int n) {
  int i = INDEX;
  if (i >= n) return;
  float4 v = a[i];
  float dot = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  oa[i] = make_float4(v.w, v.z, v.y, dot);
  double2 w = b[i];
  ob[i] = make_double2(w.x * w.x - w.y * w.y, 2 * w.x * w.y);
  int2 p = c[i];
  oc[i].x = p.y; oc[i].y = p.x - p.y;
  uchar4 q = d[i];
  q.x += 10; q.y = 255 - q.y; q.z = (q.z + q.w) / 2; q.w >>= 1;
  od[i] = q;
  short4 s = e[i];
  oe[i] = make_short4(s.y, s.x, s.w, (short)(s.x + s.y + s.z + s.w));
}

extern "C" __global__ void vectors_of_three(const float3 *a, const char3 *b, const longlong2 *c, const ushort2 *d,
                                            float3 *oa, char3 *ob, longlong2 *oc, ushort2 *od, int n) {
  int i = INDEX;
  if (i >= n) return;
  float3 x = a[i], y = a[n - 1 - i];
  oa[i] = make_float3(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x);
  ob[i] = make_char3(b[i].z, b[i].x, b[i].y + 1);
  oc[i] = make_longlong2(c[i].x + c[i].y, c[i].x ^ c[i].y);
  od[i] = make_ushort2(d[i].x * d[i].y, d[i].x / (d[i].y | 1));
}

// Loads through casts to wider vectors.
extern "C" __global__ void wide_copies(const float *from, float *to, int n) {
  int i = INDEX;
  if (i < n / 4) reinterpret_cast<float4 *>(to)[i] = reinterpret_cast<const float4 *>(from)[i];
  else if (i == n / 4) for (int k = n / 4 * 4; k < n; k++) to[k] = from[k];
}
