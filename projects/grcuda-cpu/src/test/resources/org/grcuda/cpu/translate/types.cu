extern "C" {
__global__ void vectors(const float4* a, double2* b, uchar4* c, short2* d, long long* e, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  float4 v = a[i];
  b[i] = make_double2(v.x + v.y, v.z * v.w);
  uchar4 u = c[i];
  c[i] = make_uchar4(u.w + 1, u.z + 2, u.y + 3, u.x + 4);
  short2 s = d[i];
  d[i] = make_short2(s.y * 3, s.x >> 2);
  e[i] = (e[i] >> 3) ^ ((long long)s.x << 40);
}
__global__ void narrow(const signed char* a, const unsigned char* b, const short* c, const unsigned short* d, int* out) {
  int i = threadIdx.x;
  signed char sa = a[i]; unsigned char ub = b[i]; short sc = c[i]; unsigned short ud = d[i];
  out[i * 8] = sa / 3 + ub; out[i * 8 + 1] = sc * ud; out[i * 8 + 2] = (unsigned char)(ub + 200); out[i * 8 + 3] = (short)(sc - 30000);
  out[i * 8 + 4] = sa < sc; out[i * 8 + 5] = ub > ud; out[i * 8 + 6] = (unsigned short)(ud * 7) >> 3; out[i * 8 + 7] = max((int)sa, (int)ub);
}
__global__ void halves(const float* x, const float* y, unsigned short* out) {
  int i = threadIdx.x;
  unsigned short a, b, r;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(a) : "f"(x[i]));
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(b) : "f"(y[i]));
  asm("add.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); out[i * 8] = r;
  asm("mul.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); out[i * 8 + 1] = r;
  asm("fma.rn.f16 %0, %1, %2, %1;" : "=h"(r) : "h"(a), "h"(b)); out[i * 8 + 2] = r;
  asm("neg.f16 %0, %1;" : "=h"(r) : "h"(a)); out[i * 8 + 3] = r;
  unsigned p, q;
  asm("mov.b32 %0, {%1, %2};" : "=r"(p) : "h"(a), "h"(b));
  asm("sub.f16x2 %0, %1, %1;" : "=r"(q) : "r"(p)); out[i * 8 + 4] = q; out[i * 8 + 5] = q >> 16;
  asm("add.f16x2 %0, %1, %1;" : "=r"(q) : "r"(p)); out[i * 8 + 6] = q; out[i * 8 + 7] = q >> 16;
}
__global__ void branchTable(const int* x, int* out) {
  int i = threadIdx.x, r;
  asm("{ .reg .pred p; .reg .u32 t;\n setp.gt.u32 p, %1, 2;\n mov.u32 t, %1;\n @p mov.u32 t, 3;\n"
      "ts: .branchtargets A, B, C, D;\n brx.idx t, ts;\n A: mov.u32 %0, 10; bra.uni E;\n B: mov.u32 %0, 20; bra.uni E;\n C: mov.u32 %0, 30; bra.uni E;\n D: mov.u32 %0, 40;\n E: }" : "=r"(r) : "r"(x[i]));
  out[i] = r;
}
__global__ void spaces(int* out) {
  __shared__ int s[4];
  int local[4];
  local[threadIdx.x & 3] = 1;
  int* p = out; int* q = s; int* l = local;
  out[0] = __isGlobal(p) + 10 * __isGlobal(q) + 100 * __isShared(q) + 1000 * __isShared(p) + 10000 * __isLocal(l) + 100000 * __isLocal(p);
  out[1] = local[out[2] & 3];
}
__global__ void asserts(int n) { if (!(threadIdx.x < n)) __assertfail("threadIdx.x < n", "types.cu", 7, "asserts", 1); }
__global__ void arriving(int* out) {
  __shared__ int s;
  if (threadIdx.x < 32) { if (threadIdx.x == 0) s = 5; asm volatile("bar.arrive 1, 64;"); }
  else { asm volatile("bar.sync 1, 64;"); out[threadIdx.x - 32] = s; }
}
__global__ void partialWarp(int* out) {
  int t = threadIdx.x;
  unsigned mask = __ballot_sync(~0u, t < 8);
  if (t < 8) { int v = t + 1; for (int o = 4; o; o >>= 1) v += __shfl_down_sync(mask, v, o, 8); if (t == 0) out[0] = v; }
  if (t == 9) return;
  out[1 + t] = __popc(__activemask());
}
}
