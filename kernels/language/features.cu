// Memory, barriers, printing, time and failures.

#include <cuda/std/atomic>
#include <assert.h>
#include <stdint.h>

extern "C" __global__ void clocks(long long *x) {
  long long begin = clock64();
  unsigned long long timer;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(timer));
  clock_t ticks = clock();
  __nanosleep(1000);
  x[1] = timer;
  x[2] = ticks;
  x[0] = clock64() - begin;
}
extern "C" __global__ void heap(int *x, int n) {
  int *p = (int *)malloc(n * sizeof(int));
  if (p == nullptr) {
    x[threadIdx.x] = -1;
    return;
  }
  for (int i = 0; i < n; i++) p[i] = i + threadIdx.x;
  int sum = 0;
  for (int i = 0; i < n; i++) sum += p[i];
  free(p);
  x[threadIdx.x] = sum;
}
extern "C" __global__ void too_much(int *x) { x[0] = malloc(1ull << 40) == nullptr; }
extern "C" __global__ void bad_free(int *x) { free(x); }
__device__ int *kept;
extern "C" __global__ void allocate(int v) {
  kept = new int[4];
  kept[2] = v;
}
extern "C" __global__ void release(int *x) {
  *x = kept[2];
  delete[] kept;
}

__device__ int next_number() {
  static __device__ int number = 5;
  return atomicAdd(&number, 1);
}
extern "C" __global__ void statics(int *x) {
  static int base = 100;
  x[threadIdx.x] = next_number() + base;
}
template <int N, typename T>
__device__ T polynomial(const T (&c)[N], T x) {
  T r = 0;
#pragma unroll
  for (int i = N - 1; i >= 0; i--) r = r * x + c[i];
  return r;
}
extern "C" __global__ void templates(float *x, float a) {
  const float c[4] = {1, 2, 3, 4};
  auto f = [=](float v) { return polynomial(c, v) + a; };
  x[threadIdx.x] = f(threadIdx.x);
}
extern "C" __global__ __launch_bounds__(128, 2) void bounded(int *__restrict__ x, const int *__restrict__ y) {
  x[threadIdx.x] = y[threadIdx.x] * 2;
}
extern "C" __global__ void named_barriers(int *x) {
  __shared__ int s[64];
  if (threadIdx.x < 32) {
    s[threadIdx.x] = threadIdx.x;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    x[threadIdx.x] = s[threadIdx.x - 32];
  }
  unsigned number = 2;
  asm volatile("bar.sync %0;" ::"r"(number) : "memory");
  if (threadIdx.x < 32) x[threadIdx.x] = x[threadIdx.x + 32] + 1;
  asm volatile("barrier.sync %0, %1;" ::"r"(number + 1), "r"(64) : "memory");
}
extern "C" __global__ void barriers_in_loops(int *x, int n) {
  __shared__ int s[128];
  int i = threadIdx.x;
  s[i] = x[i];
  for (int k = 0; k < n; k++) {
    __syncthreads();
    int v = s[(i + k) % blockDim.x];
    __syncthreads();
    s[i] += v;
    if (k % 2 == 0) __syncthreads();
  }
  x[i] = s[i];
}
extern "C" __global__ void early_exit(int *x, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  __syncthreads();
  x[i] = __syncthreads_count(i & 1) * 100 + __popc(__activemask());
}
extern "C" __global__ void asserts(const int *x) { assert(x[threadIdx.x] < 3 && "too big"); }
extern "C" __global__ void traps(int *x) {
  if (x[0] == threadIdx.x) __trap();
  x[1] = 1;
}
extern "C" __global__ void prints(double d, int i) {
  printf("%d %5.2f %s %c %x %lld %% %-6d| %08.3e %g\n", i, d, "text", 'c', 255, 1ll << 40, i, d, d);
  printf("%hhd %hu %zu %i %o %a %E %G %5s|%-5s|%.2s|%+d|% d|%#x\n", (char)300, (unsigned short)70000,
         sizeof(int), -5, 8, d, d, d, "ab", "cd", "efgh", 7, 7, 255);
  printf("none\n");
}
extern "C" __global__ void dynamic_shared(int *x, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = i;
  __syncthreads();
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += s[n - 1 - i];
  atomicAdd(x, sum);
}
extern "C" __global__ void dimensions(int *x) {
  int threads = blockDim.x * blockDim.y * blockDim.z;
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  x[block * threads + thread] = threadIdx.z * 10000 + blockIdx.z * 1000 + threadIdx.y * 100
      + blockIdx.y * 10 + blockIdx.x + 100000 * threadIdx.x;
}
extern "C" __global__ void last_of_many(int *x) {
  if (blockIdx.x == gridDim.x - 1) x[0] = blockIdx.x;
}
__constant__ float coefficients[4] = {1, 2, 3, 4};
__device__ float sums[2];
__device__ __managed__ int managed = 3;
extern "C" __global__ void variables(float *x) {
  int i = threadIdx.x;
  x[i] = coefficients[i] + managed;
  atomicAdd(&sums[i % 2], coefficients[i]);
}
extern "C" __global__ void atomics(int *x) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  cuda::std::atomic_ref<int>(*x).fetch_add(1);
  atomicAdd(&s, 1);
  __syncthreads();
  if (threadIdx.x == 5) x[1] = s;
}
extern "C" __global__ void wide(long long *x) {
  __int128 a = (__int128)x[0] * x[1];
  x[2] = (long long)(a >> 64);
  x[3] = (long long)(a / 7);
  x[4] = (long long)a;
}
extern "C" __global__ void copies(char *x) {
  char b[40];
  memset(b, threadIdx.x, 40);
  memcpy(x + threadIdx.x * 40, b, 40);
}
extern "C" __global__ void lock(int *mutex, int *x) {
  bool done = false;
  while (!done) {
    if (atomicCAS(mutex, 0, 1) == 0) {
      x[0]++;
      __threadfence();
      atomicExch(mutex, 0);
      done = true;
    }
  }
}
extern "C" __global__ void spins(volatile int *flag, int *x) {
  if (threadIdx.x == 0) {
    while (flag[0] == 0) {
    }
    x[0] = flag[0];
  } else if (threadIdx.x == blockDim.x - 1) {
    flag[0] = 42;
  }
}
__device__ unsigned int blocks_done;
extern "C" __global__ void last_block(int *x) {
  __shared__ bool last;
  x[blockIdx.x + 1] = blockIdx.x;
  __threadfence();
  if (threadIdx.x == 0) last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; i++) sum += ((volatile int *)x)[i + 1];
    x[0] = sum;
  }
}
