// State spaces, layouts and addresses: constants, globals, shared and local memory, structs, vectors.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

__constant__ float coefficients[8] = {1, -2, 0.5f, 4, 0.25f, -8, 16, 0.125f};
__constant__ struct { int scale; short offsets[3]; signed char sign; } settings = {7, {-1, 100, -300}, -1};

extern "C" __global__ void constants(const float *x, float *y, int *z, int n) {
  int i = INDEX;
  if (i >= n) return;
  y[i] = x[i] * coefficients[i & 7] + coefficients[3];
  z[i] = settings.scale * i + settings.offsets[i % 3] * settings.sign;
}

__device__ int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
__device__ unsigned long long calls;
__device__ int *cursor = &table[5];
__device__ const char *const names[3] = {"zero", "one", "twenty"};

extern "C" __global__ void globals(int *out) {
  int t = threadIdx.x;
  atomicAdd(&calls, 3ull);
  out[t] = table[t & 15] + cursor[t & 3];
}

extern "C" __global__ void strings(int *lengths, char *text) {
  int t = threadIdx.x, n = 0;
  const char *s = names[t % 3];
  while (s[n]) { text[t * 8 + n] = s[n]; n++; }
  lengths[t] = n;
}

__device__ int counter_of() { static int count = 40; return ++count; }

extern "C" __global__ void static_local(int *out) {
  for (int i = 0; i < 3; i++) out[i] = counter_of();
}

extern "C" __global__ void reverse_static(int *x) {
  __shared__ int s[97];
  s[threadIdx.x] = x[blockIdx.x * 97 + threadIdx.x];
  __syncthreads();
  x[blockIdx.x * 97 + threadIdx.x] = s[96 - threadIdx.x];
}

extern __shared__ unsigned char raw[];

// Three arrays of different types in one dynamic allocation.
extern "C" __global__ void dynamic_shared(const double *x, double *sums, int *counts, int n) {
  double *d = (double *)raw;
  int *c = (int *)(d + blockDim.x);
  short *order = (short *)(c + blockDim.x);
  int t = threadIdx.x, i = INDEX;
  d[t] = i < n ? x[i] : 0;
  c[t] = i < n && x[i] > 0;
  order[t] = blockDim.x - 1 - t;
  __syncthreads();
  if (t == 0) {
    double s = 0;
    int k = 0;
    for (unsigned j = 0; j < blockDim.x; j++) { s += d[order[j]]; k += c[order[j]]; }
    sums[blockIdx.x] = s;
    counts[blockIdx.x] = k;
  }
}

// Bytes written as a double and read as four shorts and eight chars.
extern "C" __global__ void shared_aliasing(const double *x, int *out) {
  __shared__ union { double d[32]; unsigned short s[128]; signed char c[256]; } u;
  int t = threadIdx.x;
  u.d[t] = x[t];
  __syncthreads();
  out[t] = u.s[4 * (31 - t)] + 65536 * (u.c[8 * ((t + 1) & 31) + 7]);
}

extern "C" __global__ void local_array(const int *x, int *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  int window[17];
  for (int k = 0; k < 17; k++) window[k] = x[(i * 17 + k) % n];
  for (int k = 1; k < 17; k++) {
    int v = window[k], j = k - 1;
    for (; j >= 0 && window[j] > v; j--) window[j + 1] = window[j];
    window[j + 1] = v;
  }
  out[i] = window[8];
}

struct Particle {
  double mass;
  float position[3];
  short id;
  unsigned char flags;
  union { int i; float f; } tag;
};

extern "C" __global__ void array_of_structs(Particle *p, float *moments, int n) {
  int i = INDEX;
  if (i >= n) return;
  Particle q = p[i];
  moments[i] = (float)q.mass * (q.position[0] + 2 * q.position[1] + 4 * q.position[2]);
  q.id = -q.id;
  q.flags ^= 0x81;
  q.tag.i = q.flags & 1 ? __float_as_int(q.tag.f * 2) : q.tag.i + 1;
  q.position[i % 3] = 0;
  p[i] = q;
}

struct Packed { unsigned low : 5; int middle : 13; unsigned high : 14; signed char tail : 3; bool flag : 1; };

extern "C" __global__ void bitfields(Packed *p, int *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  Packed q = p[i];
  out[i] = q.low * 1000 + q.middle * 7 + q.high + q.tail * 100000 + (q.flag ? 1000000 : 0);
  q.low += 3; q.middle = -q.middle; q.high ^= 0x2aaa; q.tail--; q.flag = !q.flag;
  p[i] = q;
}

extern "C" __global__ void follow_pointers(int **rows, const int *lengths, int *sums, int n) {
  int i = INDEX;
  if (i >= n) return;
  int s = 0;
  for (int k = 0; k < lengths[i]; k++) { s += rows[i][k]; rows[i][k] = -rows[i][k]; }
  sums[i] = s;
}

struct Node { int value; int pad; Node *next; };

// Builds a list through the array, then walks it.
extern "C" __global__ void linked_list(Node *nodes, const int *order, int *out, int n) {
  for (int k = 0; k < n; k++) {
    nodes[order[k]].value = k * k;
    nodes[order[k]].next = k + 1 < n ? &nodes[order[k + 1]] : nullptr;
  }
  int s = 0, k = 0;
  for (Node *p = &nodes[order[0]]; p; p = p->next) { s = s * 31 + p->value; out[k++] = (int)(p - nodes); }
  out[k] = s;
}

// The same function on all spaces: addresses are generic.
__device__ __noinline__ int sum_of(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += p[i] * (i + 1);
  return s;
}
__device__ __noinline__ void swap_ints(int &a, int &b) { int t = a; a = b; b = t; }
__constant__ int fixed[4] = {10, 20, 30, 40};

extern "C" __global__ void generic_addresses(int *x, int *out) {
  __shared__ int s[4];
  int t = threadIdx.x, l[4] = {t, t * t, 7, -t};
  if (t < 4) s[t] = t + 1;
  __syncthreads();
  swap_ints(l[0], l[3]);
  out[t] = sum_of(x, 4) + sum_of(s, 4) + sum_of(l, 4) + sum_of(fixed, 4);
  out[t] += __isShared(s) * 1000000 + __isGlobal(x) * 2000000 + __isLocal(l) * 4000000 + __isShared(x) * 8000000;
  const int *either = t & 1 ? s : x;
  out[t] -= either[t & 3];
}

extern "C" __global__ void copy_bytes(const unsigned char *from, unsigned char *to, int n) {
  unsigned char buffer[40];
  int i = INDEX;
  if (i >= n) return;
  memset(buffer, i & 255, 40);
  memcpy(buffer + i % 7, from + i * 24, 24);
  memcpy(to + i * 40, buffer, 40);
}

extern "C" __global__ void struct_by_reference(const float *x, float *out, int n) {
  struct Stats { float low, high, sum; int count; };
  Stats stats = {1e30f, -1e30f, 0, 0};
  auto update = [](Stats &s, float v) { s.low = fminf(s.low, v); s.high = fmaxf(s.high, v); s.sum += v; s.count++; };
  int i = INDEX;
  if (i >= n) return;
  for (int k = 0; k < 10; k++) update(stats, x[i * 10 + k]);
  Stats copy[2] = {stats, stats};
  copy[1].sum /= copy[1].count;
  Stats &chosen = copy[i & 1];
  out[i] = chosen.sum + chosen.low * chosen.high;
}

extern "C" __global__ void three_dimensions(int *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) return;
  int within = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  out[(z * ny + y) * nx + x] = block * 1000 + within;
}

extern "C" __global__ void grid_stride(const float *x, float *y, long long n) {
  for (long long i = INDEX; i < n; i += (long long)gridDim.x * blockDim.x) y[i] = 2 * x[i] + 1;
}

extern "C" __global__ void cached_loads(const int *x, int *y, int n) {
  int i = INDEX;
  if (i >= n) return;
  y[i] = __ldg(&x[i]) + __ldcg(&x[n - 1 - i]) + __ldcs(&x[i / 2]);
  __stcs(&y[i + n], y[i] * 2);
  __stwt(&y[i + 2 * n], 5);
}
