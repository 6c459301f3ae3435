// Barriers in shared memory, at which threads arrive before they wait (cuda::barrier).
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

// Every thread passes its neighbour's value on, once a round.
extern "C" __global__ void neighbours(int *x, int rounds) {
  __shared__ Barrier all;
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t == 0) init(&all, blockDim.x);
  __syncthreads();
  s[t] = t;
  for (int i = 0; i < rounds; i++) {
    all.arrive_and_wait();
    int value = s[(t + 1) % blockDim.x];
    auto token = all.arrive();
    value += i;
    all.wait(cuda::std::move(token));
    s[t] = value;
  }
  x[blockIdx.x * blockDim.x + t] = s[t];
}

// Copies to shared memory whose end the barrier tells.
extern "C" __global__ void copied(const int *in, int *out) {
  __shared__ Barrier done;
  __shared__ alignas(16) int s[4 * 64];
  int t = threadIdx.x;
  if (t == 0) init(&done, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(s + 4 * t, in + 4 * (64 * blockIdx.x + t), cuda::aligned_size_t<16>(16), done);
  done.arrive_and_wait();
  for (int k = 0; k < 4; k++) out[256 * blockIdx.x + 64 * k + t] = s[255 - (64 * k + t)];
}

// One warp makes what the other adds up: neither meets the whole block.
extern "C" __global__ void handed_over(int *sums, int rounds) {
  __shared__ Barrier filled, emptied;
  __shared__ int s[32];
  int lane = threadIdx.x % 32;
  bool makes = threadIdx.x < 32;
  if (threadIdx.x == 0) {
    init(&filled, 64);
    init(&emptied, 64);
  }
  __syncthreads();
  int sum = 0;
  if (!makes) (void)emptied.arrive();
  for (int i = 0; i < rounds; i++) {
    if (makes) {
      emptied.arrive_and_wait();
      s[lane] = i * lane;
      (void)filled.arrive();
    } else {
      filled.arrive_and_wait();
      sum += s[31 - lane];
      if (i < rounds - 1) (void)emptied.arrive();
    }
  }
  if (!makes) sums[lane] = sum;
}

// Phases told by their parity.
extern "C" __global__ void parities(int *out, int n) {
  __shared__ unsigned long long barrier;
  unsigned address = (unsigned)__cvta_generic_to_shared(&barrier);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address), "r"(blockDim.x) : "memory");
  __syncthreads();
  int spins = 0;
  for (int phase = 0; phase < n; phase++) {
    asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(address) : "memory");
    unsigned complete = 0;
    while (!complete) {
      asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                   : "=r"(complete) : "r"(address), "r"(phase & 1) : "memory");
      spins++;
    }
  }
  out[threadIdx.x] = spins >= n ? n : -1;
}

// Threads that leave for good, one after the other: those that stay no longer wait for them.
extern "C" __global__ void leaving(const int *in, int *sums) {
  __shared__ Barrier all;
  __shared__ int sum;
  int t = threadIdx.x;
  if (t == 0) {
    init(&all, blockDim.x);
    sum = 0;
  }
  __syncthreads();
  for (int round = 0; round <= t; round++) {
    atomicAdd(&sum, in[t] + round);
    if (round == t) {
      if (t == blockDim.x - 1) {
        all.arrive_and_wait();
      } else {
        all.arrive_and_drop();
      }
    } else {
      all.arrive_and_wait();
    }
    if (t == blockDim.x - 1) sums[round] = sum;
    if (round < t) all.arrive_and_wait();
  }
}

// What a barrier still awaits is told by the state that an arrival gives.
extern "C" __global__ void awaited(int *counts) {
  __shared__ unsigned long long barrier;
  unsigned address = (unsigned)__cvta_generic_to_shared(&barrier);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address), "r"(40) : "memory");
  __syncthreads();
  unsigned count;
  asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%1]; mbarrier.pending_count.b64 %0, s; }"
               : "=r"(count) : "r"(address) : "memory");
  atomicAdd(counts + count % 64, 1);
}
