// Cooperative groups divided further: by label, by predicate, in nested tiles; one thread chosen; reductions and scans
// of other types, and into memory.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;

// The groups that a label makes of a warp: members, ranks, votes, sums, scans and shuffles within them.
extern "C" __global__ void by_label(const int *x, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int t = threadIdx.x;
  auto same = cg::labeled_partition(warp, x[t]);
  int *o = out + 8 * t;
  o[0] = same.size();
  o[1] = same.thread_rank();
  o[2] = same.shfl(t, same.size() - 1);
  o[3] = cg::reduce(same, t, cg::plus<int>());
  o[4] = cg::inclusive_scan(same, t + 1, cg::plus<int>());
  o[5] = cg::exclusive_scan(same, t, cg::bit_or<int>());
  o[6] = same.ballot(t & 1);
  o[7] = same.meta_group_size() * 100 + same.meta_group_rank();
}

// Two groups by a predicate, of a tile and of the threads that are active in a branch.
extern "C" __global__ void by_predicate(const int *x, int *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  auto half = cg::binary_partition(tile, x[t] > 0);
  out[3 * t] = half.size() * 100 + half.thread_rank();
  out[3 * t + 1] = cg::reduce(half, x[t], cg::greater<int>());
  out[3 * t + 2] = 0;
  if (x[t] % 3 != 0) {
    auto active = cg::coalesced_threads();
    auto part = cg::binary_partition(active, x[t] & 1);
    part.sync();
    out[3 * t + 2] = cg::reduce(part, x[t], cg::plus<int>());
    auto labels = cg::labeled_partition(active, x[t] & 3);
    out[3 * t + 2] += 1000 * labels.size() + 100000 * labels.shfl_down(1, 1);
  }
}

// One thread of a group does what others get.
extern "C" __global__ void one_of(int *counters, int *out) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  int t = block.thread_rank();
  cg::invoke_one(block, [&] { atomicAdd(counters, 1); });
  int ticket = cg::invoke_one_broadcast(tile, [&] { return atomicAdd(counters + 1, 1); });
  out[2 * t] = ticket;
  out[2 * t + 1] = -1;
  if (t % 3 == 1) {
    auto active = cg::coalesced_threads();
    cg::invoke_one(active, [&](int by) { atomicAdd(counters + 2, by); }, 5);
    out[2 * t + 1] = cg::invoke_one_broadcast(active, [&](int from) { return from + (int)active.size(); }, 100);
  }
}

// Tiles within tiles, made of groups and of groups' threads.
extern "C" __global__ void nested(int *out) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto eight = cg::tiled_partition<8>(warp);
  auto two = cg::tiled_partition<2>(eight);
  auto sixteen = cg::tiled_partition(warp, 16);
  auto four = cg::tiled_partition(sixteen, 4);
  cg::thread_block_tile<4> own = cg::tiled_partition<4>(block);
  int t = block.thread_rank();
  int *o = out + 6 * t;
  o[0] = eight.thread_rank() + 100 * eight.meta_group_rank() + 10000 * eight.meta_group_size();
  o[1] = two.thread_rank() + 100 * two.meta_group_rank() + 10000 * two.meta_group_size();
  o[2] = four.thread_rank() + 100 * four.size() + 10000 * sixteen.thread_rank();
  o[3] = own.shfl_up(t, 1) + eight.shfl_xor(t, 5) * 1000;
  o[4] = two.match_any(t / 2 % 3) + 100 * own.all(t > 7) + 1000 * eight.any(t == 9);
  int all = 0;
  unsigned mask = eight.match_all(t / 16, all);
  o[5] = mask + 1000 * all;
}

struct Most {
  float value;
  int where;
};
struct Larger {
  __device__ Most operator()(const Most &a, const Most &b) const {
    return a.value > b.value || (a.value == b.value && a.where < b.where) ? a : b;
  }
};

// Reductions of structs, of doubles, of 64 bits, by functions of one's own.
extern "C" __global__ void own_reductions(const float *x, int *where, double *d, long long *l, float *scans) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int t = threadIdx.x;
  Most most = cg::reduce(warp, Most{x[t], t}, Larger());
  where[t] = most.where;
  d[t] = cg::reduce(warp, (double)x[t], cg::plus<double>());
  l[t] = cg::reduce(warp, (long long)(x[t] * 1e9f), cg::less<long long>());
  scans[2 * t] = cg::inclusive_scan(warp, x[t], [](float a, float b) { return fmaxf(a, b); });
  scans[2 * t + 1] = cg::exclusive_scan(warp, x[t], [](float a, float b) { return fminf(a, b); });
}

// Sums of groups into memory, without waiting for them, and scans that draw from memory.
extern "C" __global__ void into_memory(const int *x, int *sum, int *most, int *stored, int *drawn, int *next) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_device> total(*sum), largest(*most);
  cg::reduce_update_async(tile, total, x[t], cg::plus<int>());
  cg::reduce_update_async(tile, largest, x[t], cg::greater<int>());
  cg::reduce_store_async(tile, stored + t / 16, x[t], cg::bit_xor<int>());
  cuda::atomic_ref<int, cuda::thread_scope_device> from(*next);
  drawn[t] = cg::exclusive_scan_update(tile, from, x[t] & 7, cg::plus<int>());
}

// Blocks' groups: dimensions, a split barrier, a warp that lacks threads.
extern "C" __global__ void of_blocks(int *out) {
  __shared__ int s[90];
  auto block = cg::this_thread_block();
  auto token = block.barrier_arrive();
  int rank = block.thread_rank();
  block.barrier_wait(cuda::std::move(token));
  s[rank] = rank;
  block.sync();
  auto d = block.dim_threads();
  auto i = block.thread_index();
  auto warp = cg::coalesced_threads();
  out[blockIdx.x * 90 + rank] = s[89 - rank] + 100 * (d.x * 10 + i.z) + 100000 * warp.size() + 10000000 * warp.any(rank == 70);
  cg::sync(block);
  cg::thread_group any = block;
  s[rank] = any.size() - any.thread_rank();
  any.sync();
  out[blockIdx.x * 90 + rank] += s[89 - rank];
}
