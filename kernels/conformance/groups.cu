// Cooperative groups: tiles, coalesced threads, reductions and scans; the C++ library of CUDA.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/atomic>

namespace cg = cooperative_groups;

extern "C" __global__ void block_group(int *out) {
  __shared__ int s[96];
  cg::thread_block block = cg::this_thread_block();
  int rank = block.thread_rank();
  s[rank] = rank * rank;
  block.sync();
  out[blockIdx.x * block.size() + rank] = s[block.size() - 1 - rank] + block.group_index().x * 100000 + block.thread_index().y;
}

template <int SIZE> __device__ int tile_sum(int v) {
  auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block());
  for (int d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
  return tile.shfl(v, 0) * 100 + tile.meta_group_rank();
}

extern "C" __global__ void tiles(const int *x, int *out) {
  int t = threadIdx.x;
  out[5 * t] = tile_sum<32>(x[t]);
  out[5 * t + 1] = tile_sum<16>(x[t]);
  out[5 * t + 2] = tile_sum<8>(x[t]);
  out[5 * t + 3] = tile_sum<4>(x[t]);
  out[5 * t + 4] = tile_sum<2>(x[t]);
}

extern "C" __global__ void tile_votes(const int *x, int *out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v = x[threadIdx.x];
  out[threadIdx.x] = tile.any(v > 90) | tile.all(v > 10) << 1 | tile.ballot(v & 1) << 2 | tile.shfl_xor(v, 3) << 10 | __popc(tile.match_any(v % 3)) << 20;
}

extern "C" __global__ void group_reduce(const int *x, const float *f, int *out, float *sums) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  out[4 * t] = cg::reduce(tile, x[t], cg::plus<int>());
  out[4 * t + 1] = cg::reduce(tile, x[t], cg::less<int>());
  out[4 * t + 2] = cg::reduce(tile, x[t], cg::greater<int>());
  out[4 * t + 3] = cg::reduce(tile, x[t], cg::bit_xor<int>());
  sums[t] = cg::reduce(tile, f[t], cg::plus<float>());
}

extern "C" __global__ void group_scan(const int *x, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int t = threadIdx.x;
  out[2 * t] = cg::inclusive_scan(warp, x[t], cg::plus<int>());
  out[2 * t + 1] = cg::exclusive_scan(warp, x[t], cg::plus<int>());
}

extern "C" __global__ void coalesced(const int *x, int *out, int *counter) {
  int t = threadIdx.x;
  out[2 * t] = out[2 * t + 1] = -1;
  if (x[t] % 3 == 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    int base;
    if (active.thread_rank() == 0) base = atomicAdd(counter, active.size());
    base = active.shfl(base, 0);
    out[2 * t] = base + active.thread_rank();
    out[2 * t + 1] = cg::reduce(active, x[t], cg::plus<int>());
  }
}

extern "C" __global__ void labeled(const int *x, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto same = cg::labeled_partition(warp, x[threadIdx.x] & 3);
  out[threadIdx.x] = cg::reduce(same, x[threadIdx.x], cg::plus<int>()) * 64 + same.size();
}

extern "C" __global__ void library_types(const float *x, float *out, int *limits, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cuda::std::array<float, 4> a = {x[i], 2, 3, 4};
  auto pair = cuda::std::make_tuple(a[0] * 2, i);
  cuda::std::complex<float> z(x[i], 1), w = z * z + cuda::std::complex<float>(0, 1);
  float s = 0;
  for (float v : a) s += v;
  out[4 * i] = s + cuda::std::get<0>(pair);
  out[4 * i + 1] = w.real();
  out[4 * i + 2] = w.imag();
  out[4 * i + 3] = cuda::std::is_same<decltype(s), float>::value ? cuda::std::numeric_limits<float>::max() : 0;
  limits[i] = cuda::std::numeric_limits<int>::min();
}

extern "C" __global__ void atomic_refs(int *counter, unsigned *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> c(*counter);
  c.fetch_add(2, cuda::memory_order_relaxed);
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> m(*most);
  m.fetch_max(i * 7 % 1000, cuda::memory_order_acq_rel);
}
