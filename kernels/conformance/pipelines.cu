// Copies to shared memory that go on while a kernel computes: pipelines, groups and their primitives.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

// Two stages of a block, of which one is computed on while the other is filled.
extern "C" __global__ void staged(const int *in, int *out, int batches) {
  constexpr int STAGES = 2;
  extern __shared__ int s[];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int n = block.size();
  const int *mine = in + blockIdx.x * batches * n;
  for (int b = 0, next = 0; b < batches; b++) {
    for (; next < batches && next < b + STAGES; next++) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s + next % STAGES * n, mine + next * n, sizeof(int) * n, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[(blockIdx.x * batches + b) * n + threadIdx.x] = s[b % STAGES * n + n - 1 - threadIdx.x] + b;
    pipe.consumer_release();
  }
}

// One warp fills, the others compute.
extern "C" __global__ void producers_and_consumers(const int *in, int *sums, int batches) {
  constexpr int STAGES = 3;
  __shared__ int s[STAGES][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
  auto block = cg::this_thread_block();
  bool fills = threadIdx.x < 32;
  auto role = fills ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  int sum = 0;
  for (int b = 0; b < batches; b++) {
    if (fills) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[b % STAGES][threadIdx.x], in + 32 * b + threadIdx.x, sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += s[b % STAGES][(threadIdx.x + b) % 32] * (threadIdx.x / 32);
      pipe.consumer_release();
    }
  }
  sums[threadIdx.x] = sum;
}

// A pipeline of each thread.
extern "C" __global__ void of_a_thread(const float4 *in, float4 *out, int n) {
  __shared__ float4 s[64][2];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x;
  int next = 0;
  for (int i = 0; i < n; i++) {
    for (; next < n && next < i + 2; next++) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[t][next % 2], in + next * blockDim.x + t, cuda::aligned_size_t<16>(16), pipe);
      pipe.producer_commit();
    }
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    if (i == n - 1) cuda::pipeline_consumer_wait_prior<0>(pipe);
    float4 v = s[t][i % 2];
    out[i * blockDim.x + t] = make_float4(v.w, v.z, v.y, v.x);
    pipe.consumer_release();
  }
  pipe.quit();
}

// Primitives of C: 4, 8 and 16 bytes, zeros for what is beyond the end.
extern "C" __global__ void primitives(const int *in, int *out, int n) {
  __shared__ alignas(16) int s[4 * 64];
  __shared__ alignas(8) int2 pairs[64];
  __shared__ int singles[64];
  int t = threadIdx.x;
  int left = 16 - 4 * min(4, max(0, n - 4 * t));
  __pipeline_memcpy_async(s + 4 * t, in + 4 * t, 16, left);
  __pipeline_commit();
  __pipeline_memcpy_async(pairs + t, in + 2 * t, 8);
  __pipeline_memcpy_async(singles + t, in + t, 4);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  int v = s[(4 * t + 5) % 256];
  __pipeline_wait_prior(0);
  __syncthreads();
  out[3 * t] = v;
  out[3 * t + 1] = pairs[63 - t].y;
  out[3 * t + 2] = singles[t ^ 7];
}

// Copies of a block, of a warp, of a tile, of elements and of bytes; a wait for all but the last.
extern "C" __global__ void of_groups(const int *in, const char *text, int *out, char *copy, int n) {
  extern __shared__ int s[];
  __shared__ char letters[160];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  cg::memcpy_async(block, s, in, sizeof(int) * n);
  cg::memcpy_async(block, letters, text + 1, 150);
  cg::wait(block);
  out[block.thread_rank()] = s[(block.thread_rank() * 7) % n];
  copy[block.thread_rank()] = letters[block.thread_rank()];
  block.sync();
  int *own = s + 64 * warp.meta_group_rank();
  const int *from = in + 64 * warp.meta_group_rank();
  cg::memcpy_async(warp, own, 32, from + 32, 32);
  cg::memcpy_async(warp, own + 32, 32, from, 32);
  cg::wait_prior<1>(warp);
  int first = own[warp.thread_rank()];
  cg::wait(warp);
  out[block.size() + block.thread_rank()] = first * 3 + own[63 - warp.thread_rank()];
}

// A whole group's copies, whose end a barrier tells; sizes that no vector divides.
extern "C" __global__ void to_a_barrier(const short *in, short *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> done;
  __shared__ short s[500];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&done, block.size());
  block.sync();
  cuda::memcpy_async(block, s, in + 1, sizeof(short) * n, done);
  done.arrive_and_wait();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = s[n - 1 - i];
}

// A tiled product whose tiles are fetched one step ahead.
extern "C" __global__ void product(const float *a, const float *b, float *c, int n) {
  constexpr int T = 16;
  __shared__ float sa[2][T][T], sb[2][T][T];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  auto fetch = [&](int k) {
    __pipeline_memcpy_async(&sa[k & 1][y][x], a + row * n + k * T + x, 4);
    __pipeline_memcpy_async(&sb[k & 1][y][x], b + (k * T + y) * n + column, 4);
    __pipeline_commit();
  };
  fetch(0);
  float sum = 0;
  for (int k = 0; k < n / T; k++) {
    if (k + 1 < n / T) {
      fetch(k + 1);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    for (int i = 0; i < T; i++) sum += sa[k & 1][y][i] * sb[k & 1][i][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// Copies whose end a barrier of CUDA's primitives awaits.
extern "C" __global__ void barrier_primitives(const int *in, int *out) {
  __shared__ __mbarrier_t barrier;
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t == 0) __mbarrier_init(&barrier, blockDim.x);
  __syncthreads();
  __pipeline_memcpy_async(s + t, in + t, 4);
  __pipeline_arrive_on(&barrier);
  __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  out[t] = s[127 - t];
}
