// What is neither arithmetic nor memory: output, clocks, special registers, bounds, assembly.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void print_values(int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  printf("%d: %5d|%-5d|%05d|%+d %u %x %#X %o %c %%\n", i, i * 7, i * 7, i * 7, i, 4000000000u, 255, 255, 8, 'a' + i);
  if (i == 0) printf("%s has %lld and %llu, %hd, %ld\n", "text", -1ll << 40, 1ull << 63, (short)-2, 5l);
  if (i == 1) printf("%f %.2f %8.3f %e %g %G %.0f\n", 1.5, 2.0f / 3, -3.14159, 12345.678, 0.0001, 1e20, 2.5);
  if (i == 2) printf("%*d|%.*f|%-8s|%.2s|\n", 6, 42, 1, 9.87, "ab", "xyz");
  if (i == 0) printf("%#o %#.0f %#.0e %#g|%.2a %a %.0a %.15a %A %a\n", 8, 3.0, 5.0, 1.0, 3.999, 0.1, 1.75, 1.0, -1e-310, 0.0);
}

extern "C" __global__ void print_result(int *results) {
  results[0] = printf("no arguments\n");
  results[1] = printf("%d %f %s\n", 1, 2.0, "3");
  results[2] = printf("");
}

extern "C" __global__ void clocks(long long *out, int *sink) {
  long long a = clock64();
  unsigned long long t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
  int s = 0;
  for (int i = 0; i < 1000; i++) s = s * 3 + sink[i & 7];
  clock_t c = clock();
  long long b = clock64();
  sink[8] = s + (c == 0 ? 1 : 0);
  out[0] = b - a;
  out[1] = t;
}

extern "C" __global__ void special_registers(int *out) {
  int i = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  if (t != 0) return;
  unsigned v[4];
  asm("mov.u32 %0, %%nctaid.x;" : "=r"(v[0]));
  asm("mov.u32 %0, %%ntid.y;" : "=r"(v[1]));
  asm("mov.u32 %0, %%nsmid;" : "=r"(v[2]));
  asm volatile("mov.u32 %0, %%smid;" : "=r"(v[3]));
  out[4 * i] = v[0] * 100 + v[1];
  out[4 * i + 1] = v[3] < v[2];
  out[4 * i + 2] = gridDim.z * 100 + blockDim.z;
  out[4 * i + 3] = warpSize;
}

extern "C" __global__ void __launch_bounds__(128, 2) bounded(float *__restrict__ y, const float *__restrict__ x, int n) {
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) y[i] = x[i] * x[i];
}

extern "C" __global__ void asserts(const int *x, int *y, int n) {
  int i = INDEX;
  assert(n > 0 && "n is positive");
  if (i < n) { assert(x[i] != 12345); y[i] = x[i] + 1; }
}

extern "C" __global__ void hints(const int *x, int *y, int n) {
  int i = INDEX;
  __builtin_assume(n > 0);
  if (__builtin_expect(i >= n, 0)) return;
  const int *p = (const int *)__builtin_assume_aligned(x, 16);
  y[i] = p[i] * 2;
  __nanosleep(10);
  if (n < 0) __trap();
}

extern "C" __global__ void inline_assembly(const int *x, int *y, int n) {
  int i = INDEX;
  if (i >= n) return;
  int r;
  asm("{\n\t.reg .pred p, q;\n\t.reg .s32 t;\n\t"
      "setp.gt.s32 p|q, %1, 0;\n\t"
      "@p mul.lo.s32 t, %1, 3;\n\t"
      "@q neg.s32 t, %1;\n\t"
      "selp.s32 t, t, 7, p;\n\t"
      "slct.s32.s32 %0, t, 5, %1;\n\t}"
      : "=r"(r) : "r"(x[i]));
  y[i] = r;
}

// A loop in assembly, with labels that are unique in each copy.
__device__ __forceinline__ int count_down(int n) {
  int steps;
  asm volatile("{\n\t.reg .pred p;\n\t.reg .s32 v;\n\tmov.s32 v, %1;\n\tmov.s32 %0, 0;\n"
               "loop_%=:\n\tsetp.le.s32 p, v, 0;\n\t@p bra done_%=;\n\tsub.s32 v, v, 3;\n\tadd.s32 %0, %0, 1;\n\tbra loop_%=;\n"
               "done_%=:\n\t}" : "=r"(steps) : "r"(n));
  return steps;
}

extern "C" __global__ void assembly_loop(int *out) {
  out[threadIdx.x] = count_down(threadIdx.x) * 100 + count_down(2 * threadIdx.x);
}

// 900 branches, all in one function.
#define CASE(k) if (((x >> ((k) % 13)) ^ (k)) & 1) x += (k) * 3; else x ^= (k) << 2;
#define TEN(k) CASE(k) CASE(k + 1) CASE(k + 2) CASE(k + 3) CASE(k + 4) CASE(k + 5) CASE(k + 6) CASE(k + 7) CASE(k + 8) CASE(k + 9)
#define HUNDRED(k) TEN(k) TEN(k + 10) TEN(k + 20) TEN(k + 30) TEN(k + 40) TEN(k + 50) TEN(k + 60) TEN(k + 70) TEN(k + 80) TEN(k + 90)
extern "C" __global__ void large_function(int *data, int n) {
  int i = INDEX;
  if (i >= n) return;
  int x = data[i];
  HUNDRED(0) HUNDRED(100) HUNDRED(200)
  if (x & 1) { HUNDRED(300) HUNDRED(400) HUNDRED(500) } else { HUNDRED(600) HUNDRED(700) HUNDRED(800) }
  data[i] = x;
}

// Many values live across barriers.
extern "C" __global__ void many_live_values(float *data) {
  __shared__ float s[64];
  float v[48];
  int t = threadIdx.x;
  #pragma unroll
  for (int k = 0; k < 48; k++) v[k] = data[t] * (k + 1);
  #pragma unroll
  for (int k = 0; k < 48; k++) {
    s[t] = v[k];
    __syncthreads();
    v[(k + 1) % 48] += s[63 - t] * 0.125f;
    __syncthreads();
  }
  float sum = 0;
  #pragma unroll
  for (int k = 0; k < 48; k++) sum += v[k];
  data[t] = sum;
}
