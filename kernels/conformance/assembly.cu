// Inline PTX: one kernel for each family that compilers do not emit by themselves.

extern "C" __global__ void words(const unsigned *x, const unsigned *y, const unsigned *z, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned a = x[i], b = y[i], c = z[i], *o = out + 14 * i;
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(o[0]) : "r"(a), "r"(b), "r"(c));
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(o[1]) : "r"(a), "r"(b), "r"(c));
  asm("prmt.b32 %0, %1, %2, 0x7531;" : "=r"(o[2]) : "r"(a), "r"(b));
  asm("prmt.b32.b4e %0, %1, %2, %3;" : "=r"(o[3]) : "r"(a), "r"(b), "r"(c));
  asm("bfe.s32 %0, %1, 3, 7;" : "=r"(o[4]) : "r"(a));
  asm("bfi.b32 %0, %1, %2, 5, 9;" : "=r"(o[5]) : "r"(a), "r"(b));
  asm("sad.u32 %0, %1, %2, %3;" : "=r"(o[6]) : "r"(a), "r"(b), "r"(c));
  asm("mul24.hi.s32 %0, %1, %2;" : "=r"(o[7]) : "r"(a), "r"(b));
  asm("slct.s32.s32 %0, %1, %2, %3;" : "=r"(o[8]) : "r"(a), "r"(b), "r"(c));
  asm("szext.wrap.s32 %0, %1, %2;" : "=r"(o[9]) : "r"(a), "r"(b));
  asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(o[10]) : "r"(a), "r"(b));
  asm("{ .reg .u32 t; add.cc.u32 t, %1, %2; addc.u32 %0, t, %3; }" : "=r"(o[11]) : "r"(a), "r"(b), "r"(c));
  asm("{ .reg .u32 t; mad.lo.cc.u32 t, %1, %2, %3; madc.hi.u32 %0, %1, %2, t; }" : "=r"(o[12]) : "r"(a), "r"(b), "r"(c));
  asm("vadd.s32.s32.s32.sat %0, %1, %2;" : "=r"(o[13]) : "r"(a), "r"(b));
}

// Loads and stores with hints of caching, and orders.
#define LOAD(how) \
  asm volatile("ld." how ".s32 %0, [%1];" : "=r"(r) : "l"(x + i)); \
  sum += r;
#define STORE(how) asm volatile("st." how ".s32 [%0], %1;" ::"l"(out + 64 * k++ + i), "r"(sum + k) : "memory");
extern "C" __global__ void hinted(const int *x, int *out) {
  int i = threadIdx.x, r, sum = 0, k = 0;
  asm volatile("prefetch.global.L1 [%0];" ::"l"(x));
  asm volatile("prefetchu.L1 [%0];" ::"l"(x));
  LOAD("global.ca") LOAD("global.cg") LOAD("global.cs") LOAD("global.lu") LOAD("global.cv") LOAD("global.nc")
  LOAD("global.nc.L1::no_allocate") LOAD("global.L1::evict_last") LOAD("global.L2::64B") LOAD("volatile.global")
  LOAD("relaxed.gpu.global") LOAD("acquire.sys.global") LOAD("weak.global") LOAD("acquire.cta")
  STORE("global.wb") STORE("global.cg") STORE("global.cs") STORE("global.wt") STORE("volatile.global")
  STORE("relaxed.cta.global") STORE("release.gpu.global") STORE("weak.global")
}

// Barriers by number, for a part of the block, that count and decide.
extern "C" __global__ void barrier_forms(int *out) {
  __shared__ int s[96];
  int t = threadIdx.x, count, any;
  s[t] = t;
  asm volatile("barrier.sync 3, 96;" ::: "memory");
  int v = s[95 - t];
  asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, 70; bar.red.popc.u32 %0, 4, 96, p; }" : "=r"(count) : "r"(t) : "memory");
  asm volatile("{ .reg .pred p, q; setp.lt.s32 p, %1, 70; barrier.cta.red.aligned.or.pred q, 5, p; selp.s32 %0, 1, 0, q; }"
               : "=r"(any) : "r"(t) : "memory");
  if (t < 32) {
    s[t] = v;
    asm volatile("bar.arrive 6, 64;" ::: "memory");
  } else if (t < 64) {
    asm volatile("bar.sync 6, 64;" ::: "memory");
    v += s[t - 32] * 100;
  }
  out[t] = v + count * 10000 + any * 1000000;
}

// Conversions that round as told and saturate.
extern "C" __global__ void conversions(const float *x, int *out) {
  int i = threadIdx.x;
  float f = x[i], s;
  short h;
  int *o = out + 5 * i;
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(o[0]) : "f"(f));
  asm("cvt.rpi.ftz.u32.f32 %0, %1;" : "=r"(o[1]) : "f"(f));
  asm("{ .reg .s8 t; cvt.rzi.sat.s8.f32 t, %1; cvt.s32.s8 %0, t; }" : "=r"(o[2]) : "f"(f));
  asm("cvt.rmi.s16.f32 %0, %1;" : "=h"(h) : "f"(f));
  asm("cvt.sat.f32.f32 %0, %1;" : "=f"(s) : "f"(f));
  o[3] = h;
  o[4] = __float_as_int(s);
}

// Reductions and atomics, by type.
extern "C" __global__ void atomic_forms(int *o, long long *l, float *f, double *d) {
  int t = threadIdx.x, r;
  long long q;
  short h;
  asm volatile("red.global.add.s32 [%0], %1;" ::"l"(o), "r"(t) : "memory");
  asm volatile("red.relaxed.gpu.global.max.s32 [%0], %1;" ::"l"(o + 1), "r"(t * 3 % 64) : "memory");
  asm volatile("red.release.sys.global.xor.b32 [%0], %1;" ::"l"(o + 2), "r"(t * 77) : "memory");
  asm volatile("atom.global.inc.u32 %0, [%1], 9;" : "=r"(r) : "l"(o + 3) : "memory");
  asm volatile("atom.acq_rel.cta.global.dec.u32 %0, [%1], %2;" : "=r"(r) : "l"(o + 4), "r"(12) : "memory");
  asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"(r) : "l"(o + 5), "r"(0x3c003c00) : "memory");
  asm volatile("atom.global.cas.b16 %0, [%1], %2, %3;" : "=h"(h) : "l"(o + 6), "h"((short)7), "h"((short)9) : "memory");
  asm volatile("red.global.add.u64 [%0], %1;" ::"l"(l), "l"(1ll << 33) : "memory");
  asm volatile("atom.global.cas.b64 %0, [%1], %2, %3;" : "=l"(q) : "l"(l + 1), "l"(5ll), "l"(6ll) : "memory");
  asm volatile("atom.global.min.s64 %0, [%1], %2;" : "=l"(q) : "l"(l + 2), "l"((long long)-t) : "memory");
  asm volatile("red.global.add.f32 [%0], %1;" ::"l"(f), "f"(0.5f) : "memory");
  asm volatile("red.global.add.f64 [%0], %1;" ::"l"(d), "d"(0.25) : "memory");
}

// Special registers that have no name in CUDA C++.
#define READ(name) asm volatile("mov.u32 %0, " name ";" : "=r"(o[k++]));
extern "C" __global__ void registers(int *out) {
  extern __shared__ int dynamic[];
  __shared__ int fixed[10];
  int t = threadIdx.x, *o = out + 9 * t, k = 0;
  dynamic[t] = fixed[t % 10] = t;
  READ("%%lanemask_eq") READ("%%lanemask_le") READ("%%lanemask_lt") READ("%%lanemask_ge") READ("%%lanemask_gt")
  READ("%%warpid") READ("%%nwarpid") READ("%%dynamic_smem_size") READ("%%laneid")
}
