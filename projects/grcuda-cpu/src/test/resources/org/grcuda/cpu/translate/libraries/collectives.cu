// Collectives of CUB over the 128 threads of a block.
#include <cub/cub.cuh>

template <typename T>
__device__ void all(const T *in, T *sorted, T *scanned, T *reduced, T *warps) {
  typedef cub::BlockLoad<T, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE> Load;
  typedef cub::BlockStore<T, 128, 4, cub::BLOCK_STORE_TRANSPOSE> Store;
  typedef cub::BlockRadixSort<T, 128, 4> Sort;
  typedef cub::BlockScan<T, 128> Scan;
  typedef cub::BlockReduce<T, 128> Reduce;
  typedef cub::WarpReduce<T> WarpReduce;
  typedef cub::WarpScan<T> WarpScan;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Sort::TempStorage sort;
    typename Scan::TempStorage scan;
    typename Reduce::TempStorage reduce;
    typename WarpReduce::TempStorage warp[4];
    typename WarpScan::TempStorage warpScan[4];
  } shared;
  int t = threadIdx.x;
  T mine[4], other[4];
  Load(shared.load).Load(in, mine);
  __syncthreads();
  for (int i = 0; i < 4; i++) other[i] = mine[i];
  Sort(shared.sort).Sort(other);
  __syncthreads();
  Store(shared.store).Store(sorted, other);
  __syncthreads();
  T total;
  Scan(shared.scan).ExclusiveSum(mine, other, total);
  __syncthreads();
  Store(shared.store).Store(scanned, other);
  __syncthreads();
  T sum = Reduce(shared.reduce).Sum(mine);
  __syncthreads();
  T most = Reduce(shared.reduce).Reduce(mine[0], [](T a, T b) { return a < b ? b : a; });
  if (t == 0) {
    reduced[0] = sum;
    reduced[1] = most;
    reduced[2] = total;
  }
  __syncthreads();
  T warp = WarpReduce(shared.warp[t / 32]).Sum(mine[0]);
  __syncthreads();
  T before;
  WarpScan(shared.warpScan[t / 32]).InclusiveSum(mine[0], before);
  if (t % 32 == 0) warps[t / 32] = warp;
  if (t % 32 == 31) warps[4 + t / 32] = before;
}

extern "C" __global__ void ints(const int *in, int *a, int *b, int *c, int *d) { all(in, a, b, c, d); }

extern "C" __global__ void floats(const float *in, float *a, float *b, float *c, float *d) {
  all(in, a, b, c, d);
}

/** How often each of 16 values occurs, which sorts them, and the least of each thread moved up by one. */
extern "C" __global__ void others(const int *in, int *counts, int *shifted) {
  typedef cub::BlockHistogram<int, 128, 4, 16> Histogram;
  typedef cub::BlockShuffle<int, 128> Shuffle;
  __shared__ union {
    Histogram::TempStorage histogram;
    Shuffle::TempStorage shuffle;
  } shared;
  int mine[4];
  cub::LoadDirectBlocked(threadIdx.x, in, mine);
  Histogram(shared.histogram).Histogram(mine, counts);
  __syncthreads();
  int below = -1;
  Shuffle(shared.shuffle).Offset(mine[0], below, -1);
  shifted[threadIdx.x] = below;
}
