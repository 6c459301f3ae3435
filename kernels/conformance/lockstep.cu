// Code written for warps that run in lockstep, as all did before Volta: volatile shared memory, no __syncwarp().
// From Volta on such code is not conforming; the CPU backend runs it as it was meant.

extern "C" __global__ void sums(const int *x, int *out) {
  __shared__ int sdata[256];
  unsigned tid = threadIdx.x;
  sdata[tid] = x[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid < 32) {
    volatile int *s = sdata;
    s[tid] += s[tid + 32];
    s[tid] += s[tid + 16];
    s[tid] += s[tid + 8];
    s[tid] += s[tid + 4];
    s[tid] += s[tid + 2];
    s[tid] += s[tid + 1];
  }
  if (tid == 0) out[blockIdx.x] = sdata[0];
}

__device__ __noinline__ void reduce(volatile double *s, unsigned lane) {
  for (unsigned distance = 16; distance > 0; distance >>= 1) {
    if (lane < distance) s[lane] += s[lane + distance];
  }
}

// Through a generic pointer; blocks of any shape.
extern "C" __global__ void called(const double *x, double *out, int n) {
  extern __shared__ double partial[];
  unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  double *mine = partial + t / 32 * 32;
  mine[t % 32] = t < n ? x[t] : 0;
  reduce(mine, t % 32);
  if (t % 32 == 0) out[t / 32] = mine[0];
}

// A scan within each warp, in the padded layout of many samples.
extern "C" __global__ void scan(int *x) {
  __shared__ volatile int data[4][48];
  int lane = threadIdx.x & 31;
  volatile int *s = data[threadIdx.x >> 5] + 16 + lane;
  s[-16] = 0;
  *s = x[threadIdx.x];
  *s += s[-1];
  *s += s[-2];
  *s += s[-4];
  *s += s[-8];
  *s += s[-16];
  x[threadIdx.x] = *s;
}

// Each warp takes work for its lanes until there is none left.
extern "C" __global__ void queue(int *next, int *done, int n) {
  __shared__ volatile int base[4];
  volatile int &mine = base[threadIdx.x >> 5];
  int lane = threadIdx.x & 31;
  while (true) {
    if (lane == 0) mine = atomicAdd(next, 32);
    int item = mine + lane;
    if (item >= n) break;
    atomicAdd(done + item, item + 1);
  }
}

// Warps hand a value on, each waiting for the one before it.
extern "C" __global__ void relay(int *out, int rounds) {
  __shared__ volatile int turn, value;
  int warps = blockDim.x >> 5, warp = threadIdx.x >> 5;
  if (threadIdx.x == 0) turn = value = 0;
  __syncthreads();
  if ((threadIdx.x & 31) == 0) {
    for (int k = 0; k < rounds; k++) {
      while (turn % warps != warp) {}
      value = value * 3 + warp;
      __threadfence_block();
      turn = turn + 1;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = value;
}

// Every thread takes the lock, those of a warp one after the other.
extern "C" __global__ void locked(int *out) {
  __shared__ int lock;
  __shared__ volatile int count;
  if (threadIdx.x == 0) lock = count = 0;
  __syncthreads();
  while (atomicCAS(&lock, 0, 1) != 0) {}
  count = count + 1;
  __threadfence_block();
  atomicExch(&lock, 0);
  __syncthreads();
  if (threadIdx.x == 0) *out = count;
}
