struct Pair { int a, b, c; };
__device__ __noinline__ int sumOfWarp(int v) {
  for (int o = 16; o; o >>= 1) v += __shfl_down_sync(~0u, v, o);
  return __shfl_sync(~0u, v, 0);
}
__device__ __noinline__ Pair exchange(int* s, Pair p, int t) {
  s[t] = p.a;
  __syncthreads();
  Pair r = {s[(t + 1) % blockDim.x], p.b + sumOfWarp(p.c), p.a};
  __syncthreads();
  return r;
}
__device__ __noinline__ void lockedAdd(int* lock, int* count, int v) {
  bool done = false;
  while (!done) { if (atomicCAS(lock, 0, 1) == 0) { *(volatile int*)count += v; __threadfence(); atomicExch(lock, 0); done = true; } }
}
extern "C" {
__global__ void nested(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  Pair p = {t, 10 * t, 1};
  p = exchange(s, p, t);
  p = exchange(s, p, t);
  out[3 * t] = p.a; out[3 * t + 1] = p.b; out[3 * t + 2] = p.c;
}
__global__ void guarded(int* out, int n) {
  int t = threadIdx.x, v = -1;
  if (t / 32 < n) v = sumOfWarp(t);
  out[t] = v;
}
__global__ void locked(int* lock, int* count) { lockedAdd(lock, count, threadIdx.x); }
}
