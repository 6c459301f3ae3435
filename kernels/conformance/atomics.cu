// Atomic operations of every kind and type, in global and shared memory.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void atomic_ints(const int *x, int *r, int n) {
  int i = INDEX;
  if (i >= n) return;
  atomicAdd(&r[0], x[i]); atomicSub(&r[1], x[i]); atomicMin(&r[2], x[i]); atomicMax(&r[3], x[i]);
  atomicAnd(&r[4], x[i] | 0x0ff00); atomicOr(&r[5], x[i] & 0xf00f); atomicXor(&r[6], x[i]);
  atomicMin((unsigned *)&r[7], (unsigned)x[i]); atomicMax((unsigned *)&r[8], (unsigned)x[i]);
  atomicInc((unsigned *)&r[9], 10); atomicDec((unsigned *)&r[10], 6);
}

extern "C" __global__ void atomic_longs(const long long *x, long long *r, int n) {
  int i = INDEX;
  if (i >= n) return;
  typedef unsigned long long ull;
  atomicAdd((ull *)&r[0], (ull)x[i]); atomicMin(&r[1], x[i]); atomicMax(&r[2], x[i]);
  atomicMin((ull *)&r[3], (ull)x[i]); atomicMax((ull *)&r[4], (ull)x[i]);
  atomicAnd((ull *)&r[5], (ull)x[i]); atomicOr((ull *)&r[6], (ull)x[i]); atomicXor((ull *)&r[7], (ull)x[i]);
}

extern "C" __global__ void atomic_floats(const float *x, float *f, const double *y, double *d, int n) {
  int i = INDEX;
  if (i >= n) return;
  atomicAdd(&f[i % 3], x[i]);
  atomicAdd(&d[i % 5], y[i]);
}

// Tickets: every old value is given once.
extern "C" __global__ void atomic_results(int *tickets, int *seen, int *exchanged, int *slot, int n) {
  int i = INDEX;
  if (i >= n) return;
  seen[atomicAdd(tickets, 1)]++;
  exchanged[i] = atomicExch(slot, i + 1);
}

__device__ float atomic_max(float *p, float v) {
  int old = __float_as_int(*p), assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= v) break;
    old = atomicCAS((int *)p, assumed, __float_as_int(v));
  } while (old != assumed);
  return __int_as_float(old);
}

__device__ double atomic_multiply(double *p, double v) {
  unsigned long long *a = (unsigned long long *)p, old = *a, assumed;
  do {
    assumed = old;
    old = atomicCAS(a, assumed, __double_as_longlong(__longlong_as_double(assumed) * v));
  } while (old != assumed);
  return __longlong_as_double(old);
}

extern "C" __global__ void compare_and_swap(const float *x, float *largest, double *product, int n) {
  int i = INDEX;
  if (i >= n) return;
  atomic_max(largest, x[i]);
  atomic_multiply(product, i % 2 ? 2.0 : 0.5);
}

extern "C" __global__ void shared_atomics(const int *x, int *out, float *sums, int n) {
  __shared__ int bins[16];
  __shared__ unsigned long long wide;
  __shared__ float sum;
  int t = threadIdx.x, i = INDEX;
  if (t < 16) bins[t] = t == 15 ? 0x7fffffff : 0;
  if (t == 0) { wide = 0; sum = 0; }
  __syncthreads();
  if (i < n) {
    atomicAdd(&bins[x[i] & 7], 1);
    atomicMax(&bins[8], x[i]);
    atomicMin(&bins[15], x[i]);
    atomicAdd(&wide, (unsigned long long)x[i] << 20);
    atomicAdd(&sum, 0.5f);
    atomicExch(&bins[9], 77);
    atomicCAS(&bins[10], 0, 5);
    atomicOr(&bins[11], 1 << (x[i] & 31));
  }
  __syncthreads();
  if (t < 16) atomicAdd(&out[blockIdx.x * 17 + t], bins[t]);
  if (t == 0) { out[blockIdx.x * 17 + 16] = (int)(wide >> 20); sums[blockIdx.x] = sum; }
}

// Open addressing: inserts keys, counting each.
extern "C" __global__ void hash_table(const int *keys, int *table, int *counts, int size, int n) {
  int i = INDEX;
  if (i >= n) return;
  unsigned slot = (unsigned)keys[i] * 2654435761u % size;
  while (true) {
    int old = atomicCAS(&table[slot], -1, keys[i]);
    if (old == -1 || old == keys[i]) { atomicAdd(&counts[slot], 1); return; }
    slot = (slot + 1) % size;
  }
}

__device__ int heads[32];

// Linked lists by exchange: pushes onto one of 32 stacks.
extern "C" __global__ void lock_free_push(const int *x, int *next, int n) {
  int i = INDEX;
  if (i >= n) return;
  next[i] = atomicExch(&heads[x[i] & 31], i + 1);
}

extern "C" __global__ void scoped_atomics(int *r, int n) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  int i = INDEX;
  if (i < n) {
    atomicAdd_block(&s, 1);
    atomicAdd_system(&r[0], 2);
    atomicMax_system(&r[1], i);
    __threadfence_system();
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&r[2], s);
}

// red and atom by hand, acquire and release among them.
extern "C" __global__ void inline_atomics(int *r) {
  int old;
  asm volatile("red.global.add.s32 [%0], %1;" :: "l"(r), "r"(3) : "memory");
  asm volatile("red.relaxed.gpu.global.or.b32 [%0], %1;" :: "l"(r + 1), "r"(1 << (threadIdx.x & 7)) : "memory");
  asm volatile("atom.acq_rel.gpu.global.max.s32 %0, [%1], %2;" : "=r"(old) : "l"(r + 2), "r"((int)threadIdx.x) : "memory");
  asm volatile("st.release.gpu.global.s32 [%0], %1;" :: "l"(r + 4 + threadIdx.x), "r"(old < 1000 ? 1 : 0) : "memory");
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(old) : "l"(r + 4 + threadIdx.x) : "memory");
  atomicAdd(&r[3], old);
}
