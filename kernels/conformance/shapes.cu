// What is large or unusual in shape: parameters, control flow, calls, shared memory, initialisers, blocks.

struct Many {
  int v[8100];
};
extern "C" __global__ void wide_parameters(int *out, const __grid_constant__ Many p) {
  int t = threadIdx.x, s = 0;
  for (int i = t; i < 8100; i += blockDim.x) s += p.v[i];
  out[t] = s + p.v[t * t % 8100];
}
struct Few {
  int v[1000];
};
extern "C" __global__ void changed_parameters(int *out, Few p) {
  int t = threadIdx.x;
  p.v[t] += 5;
  int s = 0;
  for (int i = t; i < 1000; i += blockDim.x) s = s * 3 + p.v[i];
  out[t] = s + p.v[(t * 37 + s % 2) % 1000];
}

// A loop that is entered at two places.
extern "C" __global__ void entered_twice(int *x) {
  int a = x[threadIdx.x], s = 0;
  if (a & 1) goto second;
first:
  s += a;
  a -= 3;
  if (a < 0) goto end;
second:
  s = s * 3 + 1;
  a -= 1;
  if (s & 4) goto first;
  if (a > 0) goto second;
end:
  x[threadIdx.x] = s;
}

#define CASE(n) \
  case (n): a = a * ((n) % 13 + 2) + x[(i + (n)) % count] % ((n) + 3); if ((n) % 3) break;
#define CASES4(n) CASE(n) CASE(n + 1) CASE(n + 2) CASE(n + 3)
#define CASES16(n) CASES4(n) CASES4(n + 4) CASES4(n + 8) CASES4(n + 12)
#define CASES64(n) CASES16(n) CASES16(n + 16) CASES16(n + 32) CASES16(n + 48)
extern "C" __global__ void large_switch(const int *x, int *out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int a = x[i];
  for (int r = 0; r < 5; r++) {
    switch ((a + r) % 256) {
      CASES64(0) CASES64(64) CASES64(128) CASES64(192)
      default: a -= 7;
    }
  }
  out[i] = a;
}

// Calls within calls, none of them inlined.
template <int N> __device__ __noinline__ int chain(int a) {
  if constexpr (N == 0) {
    return a + 1;
  } else {
    return chain<N - 1>(a * 3 + N) ^ N;
  }
}
extern "C" __global__ void deep_calls(int *x) { x[threadIdx.x] = chain<100>(threadIdx.x); }

// A function that calls itself twice, with an array of its own each time.
__device__ int ancestors(int n, const int *up) {
  int own[8];
  for (int k = 0; k < 8; k++) own[k] = up[(k + 1) & 7] * n + k;
  if (n == 0) return own[3];
  int r = ancestors(n - 1, own);
  if (n % 3 == 0) r += ancestors(max(0, n - 2), own);
  return r + own[n & 7];
}
extern "C" __global__ void recursion_with_arrays(int *x) {
  int a[8];
  for (int k = 0; k < 8; k++) a[k] = k + threadIdx.x;
  x[threadIdx.x] = ancestors(threadIdx.x % 12, a);
}

// Dynamic shared memory seen as several types, more than 48 KB of it, and one name for two static arrays.
extern "C" __global__ void typed_shared(double *out) {
  extern __shared__ char bytes[];
  extern __shared__ double doubles[];
  extern __shared__ __align__(16) float4 quads[];
  int t = threadIdx.x;
  doubles[t] = t * 0.5;
  __syncthreads();
  unsigned char b = bytes[8 * t + 6];
  quads[4000 + t] = make_float4(t, 1, 2, 3);
  __syncthreads();
  out[2 * t] = b;
  out[2 * t + 1] = quads[4000 + (t ^ 1)].x + doubles[t];
}
extern "C" __global__ void scoped_shared(int *out) {
  int t = threadIdx.x, v = 0;
  for (int r = 0; r < 3; r++) {
    {
      __shared__ int s[32];
      s[t] = t * r;
      __syncthreads();
      v += s[31 - t];
      __syncthreads();
    }
    {
      __shared__ double s[32];
      s[t] = t + r;
      __syncthreads();
      v += (int)s[(t + 1) & 31];
      __syncthreads();
    }
  }
  out[t] = v;
}

// Initialisers that are addresses: of elements, texts, structs, functions.
__managed__ int shared_with_host[4] = {1, 2, 3, 4};
__device__ int numbers[3] = {4, 5, 6};
__device__ int *second = &numbers[1];
__device__ const char *const names[3] = {"a", "bc", "def"};
struct Link {
  int value;
  const Link *next;
};
__device__ Link last = {2, nullptr};
__device__ Link first = {1, &last};
__device__ int twice(int a) { return 2 * a; }
__device__ int thrice(int a) { return 3 * a; }
struct Entry {
  int tag;
  int (*apply)(int);
};
__device__ Entry entries[] = {{1, twice}, {2, thrice}, {3, nullptr}};
__constant__ int (*fallback)(int) = thrice;
extern "C" __global__ void initialised(int *out) {
  int t = threadIdx.x;
  if (t == 0) {
    shared_with_host[2] += 5;
    *second += 1;
    out[0] = shared_with_host[2];
    out[1] = numbers[1];
    out[2] = names[2][1];
    out[3] = first.next->value;
  }
  Entry e = entries[t];
  out[4 + t] = e.apply ? e.apply(10) + e.tag : fallback(7);
}

// A struct by value with pointers, a struct and a union inside, and gaps.
struct Mixed {
  float *a;
  const int *b;
  struct {
    int *c;
    short n;
  } inner;
  union {
    int i;
    float f;
  } scale;
  char q;
};
extern "C" __global__ void mixed_struct(Mixed m, int *size) {
  int i = threadIdx.x;
  if (i < m.inner.n) {
    m.a[i] += m.b[i] * m.scale.f;
    m.inner.c[i] = m.b[i] - m.q;
  }
  *size = sizeof(Mixed);
}

// Blocks of any three dimensions: who is where, and who is in a warp.
extern "C" __global__ void odd_blocks(int *out) {
  int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  int n = blockDim.x * blockDim.y * blockDim.z;
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  int active = __popc(__activemask());
  out[b * n + t] = threadIdx.x + 100 * threadIdx.y + 10000 * threadIdx.z + 1000000 * lane
      + 100000000 * (active == min(32, n - t / 32 * 32));
}
