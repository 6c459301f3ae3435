// Half precision and bfloat16.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void halves(__half *x, const __half *y, float a) {
  int i = threadIdx.x;
  __half h = __hfma(x[i], y[i], __float2half(a));
  x[i] = h + y[i] - h * y[i];
}
extern "C" __global__ void half_compared(__half *x, const __half *y) {
  int i = threadIdx.x;
  __half m = __hmax(x[i], y[i]);
  x[i] = __hgt(x[i], y[i]) ? hsqrt(__habs(m)) : __hneg(m);
}
extern "C" __global__ void half_pairs(__half2 *x, const __half2 *y) {
  int i = threadIdx.x;
  __half2 h = __hfma2(x[i], y[i], __float2half2_rn(.5f));
  h = __hadd2(h, __lowhigh2highlow(h));
  x[i] = __hmul2(h, __hsub2(y[i], x[i]));
}
extern "C" __global__ void bfloats(__nv_bfloat16 *x, const __nv_bfloat16 *y, float *f) {
  int i = threadIdx.x;
  __nv_bfloat16 b = x[i] * y[i];
  b = b + __float2bfloat16(f[i]);
  f[i] = __bfloat162float(b);
  x[i] = __hfma(b, y[i], x[i]);
}
extern "C" __global__ void half_converted(const float *f, __half *h, int *n) {
  int i = threadIdx.x;
  h[4 * i] = __float2half_rn(f[i]);
  h[4 * i + 1] = __float2half_rz(f[i]);
  h[4 * i + 2] = __float2half_ru(f[i]);
  h[4 * i + 3] = __float2half_rd(f[i]);
  n[i] = __half2int_rn(h[4 * i]) + 100000 * __half2short_rz(h[4 * i]);
}
extern "C" __global__ void half_shuffled(__half *x) {
  __half v = x[threadIdx.x];
  x[threadIdx.x] = __shfl_xor_sync(~0u, v, 3) + __shfl_down_sync(~0u, v, 1);
}
extern "C" __global__ void half_atomics(__half2 *pair, __half *one, __nv_bfloat162 *other) {
  atomicAdd(pair, __float2half2_rn(1.f));
  atomicAdd(one, __float2half(1.f));
  atomicAdd(other, __float2bfloat162_rn(1.f));
}
