// Control flow: tables, jumps, recursion, classes, templates, lambdas.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void switch_table(const int *op, const int *x, int *y, int n) {
  int i = INDEX;
  if (i >= n) return;
  int r = x[i];
  switch (op[i]) {
    case 0: r += 1; break;
    case 1: r -= 7; break;
    case 2: r *= 3;
    case 3: r ^= 0x55; break;
    case 4: r = -r; break;
    case 5: r <<= 2; break;
    case 6: r >>= 1;
    case 7: r |= 1;
    case 8: r &= ~4; break;
    case 9: return;
    case 100: r = 100; break;
    case 1000: r = 1000; break;
    case -5: r = -5; break;
    default: r = 0;
  }
  y[i] = r;
}

// A stack machine: push 3 bits, or one of five operations.
extern "C" __global__ void stack_machine(const unsigned char *code, const int *starts, int *results, int n) {
  int i = INDEX;
  if (i >= n) return;
  int stack[32], top = 0;
  for (int pc = starts[i]; pc < starts[i + 1]; pc++) {
    unsigned char c = code[pc];
    if (c < 8) { stack[top++] = c; continue; }
    switch (c) {
      case 8: top--; stack[top - 1] += stack[top]; break;
      case 9: top--; stack[top - 1] -= stack[top]; break;
      case 10: top--; stack[top - 1] *= stack[top]; break;
      case 11: stack[top] = stack[top - 1]; top++; break;
      case 12: { int t = stack[top - 1]; stack[top - 1] = stack[top - 2]; stack[top - 2] = t; break; }
      default: goto halt;
    }
  }
halt:
  results[i] = top > 0 ? stack[top - 1] : -1;
}

extern "C" __global__ void nested_loops(const int *a, int *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  int total = 0, x = a[i] & 0xff;
  for (int j = 0; j < 20; j++) {
    if (j == (x & 7)) continue;
    int k = 0;
    do {
      if ((k * j) % 11 == x % 11 && k > 2) break;
      total += k ^ j;
      if (total > 2000) goto done;
      k++;
    } while (k < (x >> 4));
    while (true) {
      if (k-- <= j) break;
      total -= 3;
    }
  }
done:
  out[i] = total;
}

// Jumps into the middle of a loop.
extern "C" __global__ void duff(const int *lengths, int *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  int count = lengths[i], sum = 0;
  if (count > 0) {
    int rounds = (count + 3) / 4;
    switch (count % 4) {
      case 0: do { sum = sum * 3 + 1;
      case 3:      sum = sum * 3 + 2;
      case 2:      sum = sum * 3 + 3;
      case 1:      sum = sum * 3 + 4;
              } while (--rounds > 0);
    }
  }
  out[i] = sum;
}

__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

extern "C" __global__ void recursion(int *out) {
  out[threadIdx.x] = ackermann(threadIdx.x / 8, threadIdx.x % 8);
}

__device__ bool is_odd(int n);
__device__ __noinline__ bool is_even(int n) { return n == 0 ? true : is_odd(n - 1); }
__device__ __noinline__ bool is_odd(int n) { return n == 0 ? false : is_even(n - 1); }

extern "C" __global__ void mutual_recursion(int *out, int n) {
  int i = INDEX;
  if (i < n) out[i] = is_even(i % 37);
}

__device__ void hanoi_move(int disks, int from, int to, int via, int *moves, int &count) {
  if (disks == 0) return;
  hanoi_move(disks - 1, from, via, to, moves, count);
  moves[count++] = from * 3 + to;
  hanoi_move(disks - 1, via, to, from, moves, count);
}

extern "C" __global__ void hanoi(int *moves, int *counts, int stride) {
  int count = 0;
  hanoi_move(threadIdx.x + 1, 0, 2, 1, moves + threadIdx.x * stride, count);
  counts[threadIdx.x] = count;
}

__device__ void quick_sort(int *x, int low, int high) {
  while (low < high) {
    int pivot = x[(low + high) / 2], i = low, j = high;
    while (i <= j) {
      while (x[i] < pivot) i++;
      while (x[j] > pivot) j--;
      if (i <= j) { int t = x[i]; x[i++] = x[j]; x[j--] = t; }
    }
    if (j - low < high - i) { quick_sort(x, low, j); low = i; } else { quick_sort(x, i, high); high = j; }
  }
}

extern "C" __global__ void quicksort_rows(int *x, int length) {
  quick_sort(x + INDEX * length, 0, length - 1);
}

template <typename T, int N> struct Polynomial {
  T c[N];
  __device__ T operator()(T x) const {
    T r = c[N - 1];
    #pragma unroll
    for (int k = N - 2; k >= 0; k--) r = r * x + c[k];
    return r;
  }
};

template <int N> __device__ constexpr int factorial() { if constexpr (N <= 1) return 1; else return N * factorial<N - 1>(); }

extern "C" __global__ void templates(const int *x, int *y, double *z, int n) {
  int i = INDEX;
  if (i >= n) return;
  Polynomial<int, 4> p{{1, -2, 3, factorial<5>()}};
  Polynomial<double, 3> q{{0.5, 0.25, 2}};
  y[i] = p(x[i]);
  z[i] = q(x[i]);
}

template <typename F> __device__ int fold(const int *x, int n, int start, F f) {
  int r = start;
  for (int i = 0; i < n; i++) r = f(r, x[i]);
  return r;
}

extern "C" __global__ void lambdas(const int *x, int *out, int n, int scale) {
  int seen = 0;
  auto weighted = [scale, &seen](int a, int b) { seen++; return a + scale * b; };
  out[0] = fold(x, n, 1, weighted);
  out[1] = fold(x, n, -1, [](int a, int b) { return a > b ? a : b; });
  out[2] = fold(x, n, 0, [=](int a, int b) { return a ^ (b << (scale & 3)); });
  out[3] = seen;
}

// Sums, maxima and the like over any number of arguments.
__device__ int total() { return 0; }
template <typename T, typename... R> __device__ int total(T first, R... rest) { return (int)first + total(rest...); }

extern "C" __global__ void variadic(const int *x, int *out) {
  int t = threadIdx.x;
  out[t] = total(x[t], 2.75f, 'A', (short)-3, 1ull << 33, true);
}

struct Fraction {
  long long p, q;
  __device__ Fraction(long long p, long long q) : p(p), q(q) { reduce(); }
  __device__ void reduce() {
    long long a = p < 0 ? -p : p, b = q;
    while (b) { long long t = a % b; a = b; b = t; }
    if (a) { p /= a; q /= a; }
  }
  __device__ friend Fraction operator+(const Fraction &a, const Fraction &b) { return Fraction(a.p * b.q + b.p * a.q, a.q * b.q); }
  __device__ Fraction &operator*=(const Fraction &b) { p *= b.p; q *= b.q; reduce(); return *this; }
  __device__ explicit operator double() const { return (double)p / q; }
};

extern "C" __global__ void operators(long long *p, long long *q, double *value) {
  int t = threadIdx.x;
  Fraction sum(0, 1);
  for (int k = 1; k <= t + 1; k++) sum = sum + Fraction(1, k);
  sum *= Fraction(2, 3);
  p[t] = sum.p; q[t] = sum.q; value[t] = (double)sum;
}

// Side effects of && || ?: and the comma.
extern "C" __global__ void short_circuit(const int *a, int *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  int calls = 0, x = a[i];
  auto test = [&](int bit) { calls = calls * 10 + bit; return (x >> bit & 1) != 0; };
  bool r = (test(1) && test(2)) || (test(3) && !test(4)) || (test(5) ? test(6) : test(7));
  out[i] = (calls++, calls) * 2 + r;
}

extern "C" __global__ void early_exit(const int *a, int *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  if (a[i] < 0) { out[i] = -1; asm("exit;"); }
  if (a[i] == 0) return;
  out[i] = a[i] % 10;
}
