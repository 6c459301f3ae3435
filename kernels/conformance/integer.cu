// Integer arithmetic of every width, with the values at which it goes wrong.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void add_sub_mul(const int *a, const int *b, int *sum, int *difference, int *product, int n) {
  int i = INDEX;
  if (i >= n) return;
  sum[i] = (int)((unsigned)a[i] + (unsigned)b[i]);
  difference[i] = (int)((unsigned)a[i] - (unsigned)b[i]);
  product[i] = (int)((unsigned)a[i] * (unsigned)b[i]);
}

extern "C" __global__ void divide_signed(const int *a, const int *b, int *quotient, int *remainder, int n) {
  int i = INDEX;
  if (i >= n || b[i] == 0 || (a[i] == (-2147483647 - 1) && b[i] == -1)) return;
  quotient[i] = a[i] / b[i];
  remainder[i] = a[i] % b[i];
}

extern "C" __global__ void divide_unsigned(const unsigned *a, const unsigned *b, unsigned *quotient, unsigned *remainder, int n) {
  int i = INDEX;
  if (i >= n || b[i] == 0) return;
  quotient[i] = a[i] / b[i];
  remainder[i] = a[i] % b[i];
}

// Divisions by constants become multiplications by reciprocals.
extern "C" __global__ void divide_by_constants(const int *a, int *results, int n) {
  int i = INDEX;
  if (i >= n) return;
  int x = a[i];
  unsigned u = (unsigned)x;
  int *r = results + 10 * i;
  r[0] = x / 3; r[1] = x % 7; r[2] = x / -10; r[3] = x / 1000003; r[4] = x / 16;
  r[5] = x % 16; r[6] = u / 7; r[7] = u % 641; r[8] = u / 1000000007u; r[9] = u / 10;
}

extern "C" __global__ void long_arithmetic(const long long *a, const long long *b, long long *results, int n) {
  int i = INDEX;
  if (i >= n) return;
  unsigned long long x = a[i], y = b[i];
  long long *r = results + 6 * i;
  r[0] = x + y; r[1] = x - y; r[2] = x * y;
  r[3] = __mul64hi(a[i], b[i]); r[4] = __umul64hi(x, y); r[5] = ~x ^ (x & y) | y;
}

extern "C" __global__ void long_division(const long long *a, const long long *b, long long *results, int n) {
  int i = INDEX;
  if (i >= n || b[i] == 0 || b[i] == -1) return;
  unsigned long long x = a[i], y = b[i];
  long long *r = results + 6 * i;
  r[0] = a[i] / b[i]; r[1] = a[i] % b[i]; r[2] = x / y; r[3] = x % y; r[4] = a[i] / 1000000007LL; r[5] = x % 97;
}

extern "C" __global__ void bytes(const signed char *a, const unsigned char *b, signed char *s, unsigned char *u, int *wide, int n) {
  int i = INDEX;
  if (i >= n) return;
  s[i] = a[i] * 3 + b[i];
  u[i] = b[i] - a[i];
  wide[i] = a[i] * b[i] + (a[i] < b[i]) * 1000000 + ((unsigned char)a[i] > b[i]) * 2000000;
  s[i] >>= 1;
  u[i] >>= 1;
}

extern "C" __global__ void shorts(const short *a, const unsigned short *b, short *s, unsigned short *u, int *wide, int n) {
  int i = INDEX;
  if (i >= n) return;
  s[i] = a[i] * a[i] + 7;
  u[i] = b[i] * b[i];
  u[i] /= 3;
  s[i] = s[i] % 1000;
  wide[i] = a[i] - b[i] + (a[i] == (short)b[i]);
  if (a[i] < 0) wide[i] = -wide[i];
}

// Comparisons of mixed signs convert to unsigned.
extern "C" __global__ void compare(const int *a, const int *b, int *bits, int n) {
  int i = INDEX;
  if (i >= n) return;
  int x = a[i], y = b[i];
  unsigned u = x, v = y;
  bits[i] = (x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 | (x == y) << 4 | (x != y) << 5 | (u < v) << 6 |
            (u <= v) << 7 | (u > v) << 8 | (u >= v) << 9 | (x < v) << 10 | ((long long)x < (long long)v) << 11 |
            (x > 0u) << 12 | ((short)x < (short)y) << 13 | ((unsigned char)x < (unsigned char)y) << 14;
}

extern "C" __global__ void shift(const int *a, const int *by, int *results, int n) {
  int i = INDEX;
  if (i >= n) return;
  int s = by[i] & 31;
  int *r = results + 5 * i;
  r[0] = (int)((unsigned)a[i] << s); r[1] = a[i] >> s; r[2] = (unsigned)a[i] >> s;
  r[3] = ((unsigned)a[i] << s) | ((unsigned)a[i] >> ((32 - s) & 31)); r[4] = a[i] >> 31;
}

extern "C" __global__ void long_shift(const long long *a, const int *by, long long *results, int n) {
  int i = INDEX;
  if (i >= n) return;
  int s = by[i] & 63;
  long long *r = results + 3 * i;
  r[0] = (unsigned long long)a[i] << s; r[1] = a[i] >> s; r[2] = (unsigned long long)a[i] >> s;
}

extern "C" __global__ void multiply_high(const int *a, const int *b, int *results, int n) {
  int i = INDEX;
  if (i >= n) return;
  int *r = results + 6 * i;
  r[0] = __mulhi(a[i], b[i]); r[1] = __umulhi(a[i], b[i]); r[2] = __mul24(a[i], b[i]); r[3] = __umul24(a[i], b[i]);
  r[4] = __sad(a[i], b[i], 17); r[5] = __usad(a[i], b[i], 17u);
}

extern "C" __global__ void averages(const int *a, const int *b, int *results, int n) {
  int i = INDEX;
  if (i >= n) return;
  int *r = results + 8 * i;
  r[0] = __hadd(a[i], b[i]); r[1] = __rhadd(a[i], b[i]); r[2] = __uhadd(a[i], b[i]); r[3] = __urhadd(a[i], b[i]);
  r[4] = min(a[i], b[i]); r[5] = max(a[i], b[i]); r[6] = min((unsigned)a[i], (unsigned)b[i]); r[7] = abs(a[i] | 1);
}

extern "C" __global__ void gcd(const unsigned *a, const unsigned *b, unsigned *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  unsigned x = a[i], y = b[i];
  while (y) { unsigned t = x % y; x = y; y = t; }
  out[i] = x;
}

extern "C" __global__ void modular_power(const unsigned long long *base, const unsigned *exponent, unsigned long long *out, unsigned long long modulus, int n) {
  int i = INDEX;
  if (i >= n) return;
  unsigned long long result = 1, b = base[i] % modulus;
  for (unsigned e = exponent[i]; e; e >>= 1) {
    if (e & 1) result = result * b % modulus;
    b = b * b % modulus;
  }
  out[i] = result;
}

extern "C" __global__ void integer_root(const unsigned long long *a, unsigned *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  unsigned long long x = a[i], root = 0;
  for (int bit = 31; bit >= 0; bit--) {
    unsigned long long trial = root | 1ull << bit;
    if (trial * trial <= x) root = trial;
  }
  out[i] = (unsigned)root;
}

extern "C" __global__ void collatz(int *steps, int first, int n) {
  int i = INDEX;
  if (i >= n) return;
  unsigned long long x = first + i;
  int count = 0;
  while (x != 1) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    count++;
  }
  steps[i] = count;
}

extern "C" __global__ void sieve(unsigned char *composite, int n) {
  int p = INDEX + 2;
  if (p > n / p) return;
  for (int d = 2; d <= p / d; d++) if (p % d == 0) return;
  for (int multiple = p * p; multiple < n; multiple += p) composite[multiple] = 1;
}

// 256-bit addition: carry chains of four 64-bit words.
extern "C" __global__ void big_add(const unsigned long long *a, const unsigned long long *b, unsigned long long *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  a += 4 * i; b += 4 * i; out += 5 * i;
  asm("add.cc.u64 %0, %5, %9;\n\taddc.cc.u64 %1, %6, %10;\n\taddc.cc.u64 %2, %7, %11;\n\t"
      "addc.cc.u64 %3, %8, %12;\n\taddc.u64 %4, 0, 0;"
      : "=l"(out[0]), "=l"(out[1]), "=l"(out[2]), "=l"(out[3]), "=l"(out[4])
      : "l"(a[0]), "l"(a[1]), "l"(a[2]), "l"(a[3]), "l"(b[0]), "l"(b[1]), "l"(b[2]), "l"(b[3]));
}

// Schoolbook multiplication of 128-bit numbers with 32-bit digits.
extern "C" __global__ void big_multiply(const unsigned *a, const unsigned *b, unsigned *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  unsigned r[8] = {0};
  for (int j = 0; j < 4; j++) {
    unsigned carry = 0;
    for (int k = 0; k < 4; k++) {
      unsigned long long t = (unsigned long long)a[4 * i + j] * b[4 * i + k] + r[j + k] + carry;
      r[j + k] = (unsigned)t;
      carry = t >> 32;
    }
    r[j + 4] = carry;
  }
  for (int j = 0; j < 8; j++) out[8 * i + j] = r[j];
}

extern "C" __global__ void int128(const unsigned long long *a, const unsigned long long *b, unsigned long long *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  unsigned __int128 p = (unsigned __int128)a[i] * b[i] + 12345;
  __int128 s = (__int128)(long long)a[i] * (long long)b[i] - ((__int128)1 << 70);
  out[4 * i] = (unsigned long long)p;
  out[4 * i + 1] = (unsigned long long)(p >> 64);
  out[4 * i + 2] = (unsigned long long)s;
  out[4 * i + 3] = (unsigned long long)(s >> 64);
}
