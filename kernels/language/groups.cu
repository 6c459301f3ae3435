// Cooperative groups: blocks, tiles, coalesced threads, partitions, grids.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

extern "C" __global__ void tiles(int *x) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  int i = block.thread_rank();
  int v = x[i];
  int sum = cg::reduce(tile, v, cg::plus<int>());
  int most = cg::reduce(tile, v, cg::greater<int>());
  block.sync();
  x[i] = sum * 1000 + most * 10 + tile.meta_group_rank() + 100000000 * tile.any(v > 60)
      + 200000000 * (tile.shfl_xor(v, 1) > v);
}
extern "C" __global__ void coalesced(int *x, int *count) {
  int i = threadIdx.x;
  if (x[i] % 3 == 0) {
    auto active = cg::coalesced_threads();
    int base = 0;
    if (active.thread_rank() == 0) base = atomicAdd(count, active.size());
    x[i] = active.shfl(base, 0) + active.thread_rank() + 1000;
  }
}
extern "C" __global__ void scans(int *x) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int v = x[threadIdx.x];
  x[threadIdx.x] = cg::inclusive_scan(tile, v) + 10000 * cg::exclusive_scan(tile, v, cg::plus<int>());
}
extern "C" __global__ void partitions(int *x) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto four = cg::tiled_partition(block, 4);
  int i = block.thread_rank();
  four.sync();
  auto labelled = cg::labeled_partition(warp, i % 3);
  int same = cg::reduce(labelled, 1, cg::plus<int>());
  auto two = cg::binary_partition(warp, i % 5 == 0);
  x[i] = four.thread_rank() + 10 * four.size() + 100 * same + 10000 * two.size();
}
extern "C" __global__ void floats(float *x) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  float v = x[threadIdx.x];
  x[threadIdx.x] = cg::reduce(tile, v, cg::plus<float>()) + cg::reduce(tile, v, cg::less<float>());
}
extern "C" __global__ void large_tiles(int *x) {
  __shared__ cg::block_tile_memory<128> memory;
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<64>(block);
  int sum = cg::reduce(tile, x[threadIdx.x], cg::plus<int>());
  tile.sync();
  x[threadIdx.x] = sum;
}
extern "C" __global__ void grid(int *x, int rounds) {
  auto all = cg::this_grid();
  int i = all.thread_rank();
  int n = all.size();
  x[i] = i;
  for (int k = 0; k < rounds; k++) {
    all.sync();
    int v = x[(i + n / 2 + k) % n];
    all.sync();
    x[i] = v + 1;
  }
}
extern "C" __global__ void grid_sum(const float *x, int n, float *partial, float *sum) {
  extern __shared__ float s[];
  auto all = cg::this_grid();
  float mine = 0;
  for (int i = all.thread_rank(); i < n; i += all.size()) mine += x[i];
  s[threadIdx.x] = mine;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = s[0];
  all.sync();
  if (all.thread_rank() == 0) {
    float total = 0;
    for (int b = 0; b < gridDim.x; b++) total += partial[b];
    *sum = total;
  }
}
extern "C" __global__ void grid_faults(int *x) {
  auto all = cg::this_grid();
  if (all.thread_rank() == 0) x[1 << 28] = 1;
  all.sync();
}
