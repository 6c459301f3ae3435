extern "C" __global__ void assembly(int* out, int n) {
  int v;
  asm volatile("{ .reg .pred p; .reg .b32 t<2>; setp.lt.s32 p, %1, 3; mov.b32 t0, 7; @p bra L; mov.b32 t0, 9; L: add.s32 %0, t0, 4*3+WARP_SZ; }" : "=r"(v) : "r"(n));
  out[0] = v;
  asm volatile("{ .reg .pred p; .reg .b32 t<2>; setp.lt.s32 p, %1, 5; mov.b32 t0, 1; @!p bra L; mov.b32 t0, 2; L: xor.b32 %0, t0, 0x10; }" : "=r"(v) : "r"(n));
  out[1] = v;
  asm volatile("{ /* halves */ .reg .f16 lo, hi; mov.b32 {lo, hi}, %1; add.rn.f16 lo, lo, hi; mov.b32 %0, {lo, lo}; }" : "=r"(v) : "r"(n));
  out[2] = v;
  unsigned lanes;
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(lanes));
  out[3] = lanes;
}
