// Idioms of C++ and of warps that no other file has: trees, tables, packed types, block algorithms.
#include <cuda_fp8.h>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

struct Tree { int key; Tree *left, *right; };

__device__ Tree *insert(Tree *t, int key, Tree *pool, int &used) {
  if (!t) { Tree *n = &pool[used++]; n->key = key; n->left = n->right = nullptr; return n; }
  if (key < t->key) t->left = insert(t->left, key, pool, used);
  else t->right = insert(t->right, key, pool, used);
  return t;
}

__device__ int walk(const Tree *t, int *out, int at) {
  if (!t) return at;
  at = walk(t->left, out, at);
  out[at++] = t->key;
  return walk(t->right, out, at);
}

// A search tree for each thread, in memory of its own.
extern "C" __global__ void tree_sort(const int *keys, int *out, int *counts, int n) {
  Tree pool[24];
  Tree *root = nullptr;
  int used = 0, t = threadIdx.x;
  for (int i = 0; i < n; i++) root = insert(root, keys[t * n + i], pool, used);
  counts[t] = walk(root, out + t * n, 0);
}

struct __align__(16) Matrix {
  double a[3][3];
  int tag;
};
__device__ __noinline__ Matrix turn(Matrix m, int k) {
  Matrix r;
  for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) r.a[j][(i + k) % 3] = m.a[i][j];
  r.tag = m.tag + k;
  return r;
}

extern "C" __global__ void structs_by_value(const Matrix *in, Matrix *out, int n) {
  int i = INDEX;
  if (i < n) out[i] = turn(turn(in[i], i % 3), 1);
}

enum class Colour : unsigned char { RED, GREEN = 5, BLUE };
__device__ constexpr short squares[] = {0, 1, 4, 9, 16, 25, 36};
namespace outer { namespace inner { __device__ int scaled(int v) { return v * 3; } } }
using outer::inner::scaled;
template <typename T> struct Traits { static constexpr int size = sizeof(T); };
template <> struct Traits<Colour> { static constexpr int size = 100; };

extern "C" __global__ void enums_and_tables(int *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  Colour c = i % 3 == 0 ? Colour::RED : i % 3 == 1 ? Colour::GREEN : Colour::BLUE;
  bool bits[9];
  for (int k = 0; k < 9; k++) bits[k] = i >> k & 1;
  out[i] = (int)c * 1000 + squares[i % 7] + scaled(bits[i % 9]) * 100000 + Traits<Colour>::size + Traits<double>::size;
}

// A loop whose rounds differ in how often they synchronise; threads leave in one of them.
extern "C" __global__ void uneven_rounds(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, acc = 0;
  s[t] = t;
  for (int i = 0; i < 6; i++) {
    __syncthreads();
    switch (i) {
      case 0: acc += s[(t + 1) & 63]; continue;
      case 1: __syncthreads(); s[t] += 2; break;
      case 2: if (t > 40) { out[t] = -t; return; } break;
      case 3: __syncthreads(); acc += s[t / 2]; __syncthreads();
      default: acc ^= i;
    }
    __syncthreads();
    s[t] = acc + i;
  }
  out[t] = acc;
}

extern "C" __global__ void three_way(const int *a, const int *b, int *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  int *r = out + 6 * i;
  bool first;
  r[0] = __vimax3_s32(a[i], b[i], 17);
  r[1] = __vimin3_u32(a[i], b[i], 0x80000000u);
  r[2] = __viaddmax_s32(a[i] >> 2, b[i] >> 2, 5);
  r[3] = __vimax_s32_relu(a[i], b[i]);
  r[4] = __vibmin_s32(a[i], b[i], &first);
  r[5] = first;
}

extern "C" __global__ void eight_bit_floats(const float *x, unsigned char *bits, float *back, int n) {
  int i = INDEX;
  if (i >= n) return;
  __nv_fp8_e4m3 p(x[i]);
  __nv_fp8_e5m2 q(x[i]);
  bits[2 * i] = p.__x; bits[2 * i + 1] = q.__x;
  back[2 * i] = (float)p; back[2 * i + 1] = (float)q;
}

extern "C" __global__ void block_algorithms(const int *x, int *scan, int *sums, int *sorted) {
  typedef cub::BlockReduce<int, 96> Reduce;
  typedef cub::BlockScan<int, 96> Scan;
  typedef cub::BlockRadixSort<int, 96, 2> Sort;
  __shared__ union { typename Reduce::TempStorage reduce; typename Scan::TempStorage scan; typename Sort::TempStorage sort; } s;
  int t = threadIdx.x, base = blockIdx.x * 192 + 2 * t, items[2] = {x[base], x[base + 1]}, sum;
  sum = Reduce(s.reduce).Sum(items);
  if (t == 0) sums[blockIdx.x] = sum;
  __syncthreads();
  int before[2];
  Scan(s.scan).ExclusiveSum(items, before);
  scan[base] = before[0]; scan[base + 1] = before[1];
  __syncthreads();
  Sort(s.sort).Sort(items);
  sorted[base] = items[0]; sorted[base + 1] = items[1];
}

// A full block of 1024 threads in three dimensions.
extern "C" __global__ void full_block(const int *x, int *out) {
  __shared__ int s[1024];
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  s[t] = x[t];
  for (int d = 512; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) s[t] = max(s[t], s[t + d]);
  }
  __syncthreads();
  out[t] = s[0] - x[t];
}

// Producer and consumer warps with a ring in shared memory.
extern "C" __global__ void ring(const int *x, int *out, int n) {
  __shared__ int slots[4][32];
  __shared__ volatile int written, taken;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0) written = taken = 0;
  __syncthreads();
  for (int k = 0; k < n; k++) {
    if (warp == 0) {
      while (k - taken >= 4) { }
      __syncwarp();
      slots[k % 4][lane] = x[k * 32 + lane] * 2;
      __threadfence_block();
      __syncwarp();
      if (lane == 0) written = k + 1;
    } else {
      while (written <= k) { }
      __threadfence_block();
      __syncwarp();
      out[k * 32 + lane] = slots[k % 4][31 - lane];
      __syncwarp();
      if (lane == 0) taken = k + 1;
    }
  }
}

extern "C" __global__ void wide_division(const unsigned long long *a, const unsigned long long *b, unsigned long long *out, int n) {
  int i = INDEX;
  if (i >= n || b[i] == 0) return;
  unsigned __int128 x = (unsigned __int128)a[i] << 40 | b[i];
  __int128 y = -(__int128)x;
  unsigned __int128 q = x / b[i], m = x % b[i];
  __int128 s = y / 1000003;
  out[4 * i] = (unsigned long long)q; out[4 * i + 1] = (unsigned long long)(q >> 64);
  out[4 * i + 2] = (unsigned long long)m; out[4 * i + 3] = (unsigned long long)s;
}
