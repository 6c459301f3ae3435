// Compiled by NVRTC 12.9 with --gpu-architecture=compute_90 --std=c++17 to bulk.ptx.
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;
namespace bulk = cuda::device::experimental;

// The barrier tells the end of a copy that one thread starts; what was computed goes back in one.
extern "C" __global__ void there_and_back(const int *in, int *out) {
  __shared__ alignas(16) int s[256];
  __shared__ Barrier done;
  if (threadIdx.x == 0) {
    init(&done, blockDim.x);
    bulk::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::memcpy_async(s, in + 256 * blockIdx.x, cuda::aligned_size_t<16>(sizeof(s)), done);
  }
  done.wait(done.arrive());
  for (int i = threadIdx.x; i < 256; i += blockDim.x) s[i] = s[i] * 3 + i;
  bulk::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    bulk::cp_async_bulk_shared_to_global(out + 256 * blockIdx.x, s, sizeof(s));
    bulk::cp_async_bulk_commit_group();
    bulk::cp_async_bulk_wait_group_read<0>();
  }
}

// The bytes that a thread expects when it arrives.
extern "C" __global__ void backwards(const int *in, int *out) {
  __shared__ alignas(128) int s[256];
  __shared__ Barrier done;
  if (threadIdx.x == 0) {
    init(&done, blockDim.x);
    bulk::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    bulk::cp_async_bulk_global_to_shared(s, in + 256 * blockIdx.x, sizeof(s), done);
    token = cuda::device::barrier_arrive_tx(done, 1, sizeof(s));
  } else {
    token = done.arrive();
  }
  done.wait(cuda::std::move(token));
  for (int i = threadIdx.x; i < 256; i += blockDim.x) out[256 * blockIdx.x + i] = s[255 - i];
}

extern "C" __global__ void sums(const float4 *in, float4 *sum) { atomicAdd(sum, in[threadIdx.x]); }
