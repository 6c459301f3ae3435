// Half precision and bfloat16: arithmetic, conversions, vectors, functions, products.
#include <cuda_fp16.h>
#include <cuda_bf16.h>

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void half_arithmetic(const __half *a, const __half *b, __half *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  __half *r = out + 8 * i;
  r[0] = __hadd(a[i], b[i]); r[1] = a[i] - b[i]; r[2] = a[i] * b[i]; r[3] = a[i] / b[i];
  r[4] = __hfma(a[i], b[i], a[i]); r[5] = -a[i]; r[6] = __hmin(a[i], b[i]); r[7] = __habs(__hmax(a[i], b[i]));
}

extern "C" __global__ void half_conversions(const float *x, __half *out, float *back, int *integers, int n) {
  int i = INDEX;
  if (i >= n) return;
  __half *r = out + 4 * i;
  r[0] = __float2half_rn(x[i]); r[1] = __float2half_rz(x[i]); r[2] = __float2half_rd(x[i]); r[3] = __float2half_ru(x[i]);
  back[i] = __half2float(r[0]);
  integers[2 * i] = __half2int_rn(r[0]);
  integers[2 * i + 1] = __half2short_rz(r[0]);
}

extern "C" __global__ void half_compare(const __half *a, const __half *b, int *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  out[i] = (a[i] < b[i]) | (a[i] <= b[i]) << 1 | (a[i] == b[i]) << 2 | __hne(a[i], b[i]) << 3 | __hltu(a[i], b[i]) << 4 |
           __hisnan(a[i]) << 5 | (__hisinf(a[i]) != 0) << 6;
}

extern "C" __global__ void half2_axpy(float a, const __half2 *x, __half2 *y, int n) {
  int i = INDEX;
  if (i < n) y[i] = __hfma2(__float2half2_rn(a), x[i], y[i]);
}

extern "C" __global__ void half2_shuffles(const __half2 *x, __half2 *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  out[4 * i] = __lowhigh2highlow(x[i]);
  out[4 * i + 1] = __halves2half2(__high2half(x[i]), __low2half(x[(i + 1) % n]));
  out[4 * i + 2] = __hadd2(x[i], __float2half2_rn(1.5f));
  out[4 * i + 3] = __hmul2(__low2half2(x[i]), __high2half2(x[i]));
}

extern "C" __global__ void half_functions(const __half *x, __half *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  __half *r = out + 10 * i, v = x[i], p = __habs(v) + __float2half(0.25f);
  r[0] = hexp(v); r[1] = hlog(p); r[2] = hsqrt(p); r[3] = hrsqrt(p); r[4] = hsin(v); r[5] = hcos(v);
  r[6] = hrcp(p); r[7] = hfloor(v); r[8] = hrint(v); r[9] = hexp2(v);
}

// Sums in float, stored as half.
extern "C" __global__ void half_matmul(const __half *a, const __half *b, __half *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n) return;
  float s = 0;
  for (int k = 0; k < n; k++) s += __half2float(a[row * n + k]) * __half2float(b[k * n + column]);
  c[row * n + column] = __float2half(s);
}

extern "C" __global__ void half_dot(const __half2 *a, const __half2 *b, float *out, int n) {
  float s = 0;
  for (int i = threadIdx.x; i < n; i += 32) {
    float2 p = __half22float2(a[i]), q = __half22float2(b[i]);
    s += p.x * q.x + p.y * q.y;
  }
  for (int d = 16; d; d /= 2) s += __shfl_xor_sync(0xffffffff, s, d);
  if (threadIdx.x == 0) *out = s;
}

extern "C" __global__ void half_atomics(__half *sum, __half2 *pair, int n) {
  int i = INDEX;
  if (i >= n) return;
  atomicAdd(sum, __float2half(0.5f));
  atomicAdd(pair, __floats2half2_rn(1.0f, i % 2 ? 0.25f : 0.0f));
}

extern "C" __global__ void half_warp(const __half *x, __half *out) {
  __half v = x[threadIdx.x];
  for (int d = 16; d; d /= 2) v = __hmax(v, __shfl_xor_sync(0xffffffff, v, d));
  out[threadIdx.x] = v;
}

extern "C" __global__ void bfloat_arithmetic(const __nv_bfloat16 *a, const __nv_bfloat16 *b, __nv_bfloat16 *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  __nv_bfloat16 *r = out + 6 * i;
  r[0] = a[i] + b[i]; r[1] = a[i] * b[i]; r[2] = __hfma(a[i], b[i], b[i]); r[3] = a[i] / b[i]; r[4] = __hmax(a[i], b[i]); r[5] = -a[i];
}

extern "C" __global__ void bfloat_conversions(const float *x, __nv_bfloat16 *out, float *back, int n) {
  int i = INDEX;
  if (i >= n) return;
  out[2 * i] = __float2bfloat16(x[i]);
  out[2 * i + 1] = __float2bfloat16_rz(x[i]);
  back[i] = __bfloat162float(out[2 * i]);
}

extern "C" __global__ void bfloat2_sum(const __nv_bfloat162 *x, float *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  __nv_bfloat162 s = __hadd2(x[i], x[(i + 1) % n]);
  out[i] = __low2float(s) - __high2float(s);
}

// Products half-way between two bfloats, to which far smaller numbers are added.
extern "C" __global__ void bfloat_fused(const __nv_bfloat162 *a, const __nv_bfloat162 *b, const __nv_bfloat162 *c, __nv_bfloat162 *out, int n) {
  int i = INDEX;
  if (i < n) out[i] = __hfma2(a[i], b[i], c[i]);
}
