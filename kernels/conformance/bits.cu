// Bit intrinsics, dot products of bytes, codes.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void count_bits(const int *a, int *results, int n) {
  int i = INDEX;
  if (i >= n) return;
  int *r = results + 6 * i;
  r[0] = __popc(a[i]); r[1] = __clz(a[i]); r[2] = __ffs(a[i]); r[3] = __brev(a[i]);
  r[4] = __popc(a[i] & -a[i]); r[5] = 31 - __clz(a[i] | 1);
}

extern "C" __global__ void count_long_bits(const long long *a, long long *results, int n) {
  int i = INDEX;
  if (i >= n) return;
  long long *r = results + 4 * i;
  r[0] = __popcll(a[i]); r[1] = __clzll(a[i]); r[2] = __ffsll(a[i]); r[3] = __brevll(a[i]);
}

extern "C" __global__ void byte_permute(const int *a, const int *b, const int *selector, int *results, int n) {
  int i = INDEX;
  if (i >= n) return;
  int *r = results + 4 * i;
  r[0] = __byte_perm(a[i], b[i], selector[i]);
  r[1] = __byte_perm(a[i], b[i], 0x5140);
  r[2] = __byte_perm(a[i], 0, 0x0123);
  asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(r[3]) : "r"(a[i]), "r"(b[i]), "r"(selector[i] & 3));
}

extern "C" __global__ void funnel_shift(const int *a, const int *b, const int *by, int *results, int n) {
  int i = INDEX;
  if (i >= n) return;
  int *r = results + 4 * i;
  r[0] = __funnelshift_l(a[i], b[i], by[i]); r[1] = __funnelshift_r(a[i], b[i], by[i]);
  r[2] = __funnelshift_lc(a[i], b[i], by[i]); r[3] = __funnelshift_rc(a[i], b[i], by[i]);
}

extern "C" __global__ void dot_bytes(const int *a, const int *b, const int *c, int *results, int n) {
  int i = INDEX;
  if (i >= n) return;
  int *r = results + 6 * i;
  r[0] = __dp4a(a[i], b[i], c[i]); r[1] = __dp4a((unsigned)a[i], (unsigned)b[i], (unsigned)c[i]);
  r[2] = __dp2a_lo(a[i], b[i], c[i]); r[3] = __dp2a_hi(a[i], b[i], c[i]);
  r[4] = __dp2a_lo((unsigned)a[i], (unsigned)b[i], (unsigned)c[i]);
  r[5] = __dp2a_hi((unsigned)a[i], (unsigned)b[i], (unsigned)c[i]);
}

extern "C" __global__ void bit_fields(const int *a, const int *b, const int *where, int *results, int n) {
  int i = INDEX;
  if (i >= n) return;
  unsigned from = where[i] & 255, length = where[i] >> 8 & 255;
  int *r = results + 4 * i;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r[0]) : "r"(a[i]), "r"(from), "r"(length));
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r[1]) : "r"(a[i]), "r"(from), "r"(length));
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r[2]) : "r"(a[i]), "r"(b[i]), "r"(from), "r"(length));
  asm("bfind.u32 %0, %1;" : "=r"(r[3]) : "r"(a[i]));
}

extern "C" __global__ void logic(const int *a, const int *b, const int *c, int *results, int n) {
  int i = INDEX;
  if (i >= n) return;
  int *r = results + 4 * i;
  r[0] = (a[i] & b[i]) | (~a[i] & c[i]);
  r[1] = (a[i] & b[i]) ^ (a[i] & c[i]) ^ (b[i] & c[i]);
  asm("lop3.b32 %0, %1, %2, %3, 0x1d;" : "=r"(r[2]) : "r"(a[i]), "r"(b[i]), "r"(c[i]));
  r[3] = ~(a[i] ^ b[i]) & c[i];
}

// Bits of x to even places, of y to odd ones, and back.
extern "C" __global__ void morton(const unsigned short *x, const unsigned short *y, unsigned *code, unsigned *back, int n) {
  int i = INDEX;
  if (i >= n) return;
  unsigned m[2] = {x[i], y[i]};
  for (int k = 0; k < 2; k++) {
    m[k] = (m[k] | m[k] << 8) & 0x00ff00ff;
    m[k] = (m[k] | m[k] << 4) & 0x0f0f0f0f;
    m[k] = (m[k] | m[k] << 2) & 0x33333333;
    m[k] = (m[k] | m[k] << 1) & 0x55555555;
  }
  code[i] = m[0] | m[1] << 1;
  unsigned r = 0;
  for (int bit = 0; bit < 16; bit++) r |= (code[i] >> 2 * bit & 1) << bit | (code[i] >> (2 * bit + 1) & 1) << (bit + 16);
  back[i] = r;
}

extern "C" __global__ void gray_code(const unsigned *a, unsigned *gray, unsigned *back, int n) {
  int i = INDEX;
  if (i >= n) return;
  gray[i] = a[i] ^ a[i] >> 1;
  unsigned g = gray[i];
  #pragma unroll
  for (int s = 1; s < 32; s <<= 1) g ^= g >> s;
  back[i] = g;
}

// Counts the queens' placements of an n x n board whose first queens stand in the columns of a thread.
extern "C" __global__ void queens(int *counts, int n) {
  int first = INDEX / n, second = INDEX % n;
  if (first >= n) return;
  unsigned columns[16], left[16], right[16], open[16];
  unsigned all = (1u << n) - 1;
  unsigned c = 1u << first, l = c << 1, r = c >> 1, s = 1u << second;
  int count = 0;
  if (!(s & (c | l | r))) {
    int depth = 2;
    columns[2] = c | s; left[2] = (l | s) << 1; right[2] = (r | s) >> 1;
    open[2] = all & ~(columns[2] | left[2] | right[2]);
    while (depth >= 2) {
      if (depth == n) { count++; depth--; continue; }
      unsigned bit = open[depth] & -open[depth];
      if (!bit) { depth--; continue; }
      open[depth] ^= bit;
      columns[depth + 1] = columns[depth] | bit;
      left[depth + 1] = (left[depth] | bit) << 1;
      right[depth + 1] = (right[depth] | bit) >> 1;
      depth++;
      if (depth < n) open[depth] = all & ~(columns[depth] | left[depth] | right[depth]);
    }
  }
  counts[INDEX] = count;
}
