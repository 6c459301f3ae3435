// CUB's primitives of blocks.
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_store.cuh>

// Sums by each algorithm, a maximum, a part of the block, a function of one's own.
template <cub::BlockReduceAlgorithm A> __device__ int sum_by(int v) {
  using Reduce = cub::BlockReduce<int, 96, A>;
  __shared__ typename Reduce::TempStorage s;
  return Reduce(s).Sum(v);
}
extern "C" __global__ void block_reduces(const int *x, int *out, double *d) {
  int v = x[blockIdx.x * 96 + threadIdx.x];
  int a = sum_by<cub::BLOCK_REDUCE_RAKING>(v), b = sum_by<cub::BLOCK_REDUCE_WARP_REDUCTIONS>(v),
      c = sum_by<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>(v);
  using Reduce = cub::BlockReduce<int, 96>;
  using Doubles = cub::BlockReduce<double, 96>;
  __shared__ union {
    typename Reduce::TempStorage ints;
    typename Doubles::TempStorage doubles;
  } s;
  int part = Reduce(s.ints).Reduce(v, [](int p, int q) { return p > q ? p : q; }, 50);
  __syncthreads();
  double items[3] = {v * 0.5, v * 2.0, 1.0};
  double sum = Doubles(s.doubles).Sum(items);
  if (threadIdx.x == 0) {
    int *o = out + 4 * blockIdx.x;
    o[0] = a, o[1] = b, o[2] = c, o[3] = part;
    d[blockIdx.x] = sum;
  }
}

// Scans of several items, from a first value, with their total, and continued over tiles.
struct Prefix {
  int running;
  __device__ int operator()(int total) {
    int old = running;
    running += total;
    return old;
  }
};
template <cub::BlockScanAlgorithm A> __device__ void scan_by(const int *x, int *sums, int *most, int *total) {
  using Scan = cub::BlockScan<int, 64, A>;
  __shared__ typename Scan::TempStorage s;
  int items[4], scanned[4];
  for (int k = 0; k < 4; k++) items[k] = x[4 * threadIdx.x + k];
  int all;
  Scan(s).ExclusiveSum(items, scanned, all);
  __syncthreads();
  for (int k = 0; k < 4; k++) sums[4 * threadIdx.x + k] = scanned[k];
  Scan(s).InclusiveScan(items, scanned, [](int p, int q) { return p > q ? p : q; });
  for (int k = 0; k < 4; k++) most[4 * threadIdx.x + k] = scanned[k];
  if (threadIdx.x == 63) *total = all;
}
extern "C" __global__ void block_scans(const int *x, int *sums, int *most, int *total) {
  scan_by<cub::BLOCK_SCAN_RAKING>(x, sums, most, total);
  scan_by<cub::BLOCK_SCAN_RAKING_MEMOIZE>(x, sums + 256, most + 256, total + 1);
  scan_by<cub::BLOCK_SCAN_WARP_SCANS>(x, sums + 512, most + 512, total + 2);
}
extern "C" __global__ void running_scan(const int *x, int *sums, int n) {
  using Load = cub::BlockLoad<int, 64, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, 64, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Scan = cub::BlockScan<int, 64>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Scan::TempStorage scan;
  } s;
  Prefix prefix{100};
  for (int first = 0; first < n; first += 256) {
    int items[4];
    Load(s.load).Load(x + first, items, min(256, n - first), 0);
    __syncthreads();
    Scan(s.scan).InclusiveSum(items, items, prefix);
    __syncthreads();
    Store(s.store).Store(sums + first, items, min(256, n - first));
    __syncthreads();
  }
}

// Every way to load and to store, whole tiles and a part of one.
template <cub::BlockLoadAlgorithm L, cub::BlockStoreAlgorithm S> __device__ void moved(const short *x, short *y, int n) {
  using Load = cub::BlockLoad<short, 64, 3, L>;
  using Store = cub::BlockStore<short, 64, 3, S>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } s;
  short items[3];
  if (n == 192) Load(s.load).Load(x, items);
  else Load(s.load).Load(x, items, n, (short)-1);
  __syncthreads();
  for (int k = 0; k < 3; k++) items[k] = items[k] * 5 + 3 * threadIdx.x + k;
  if (n == 192) Store(s.store).Store(y, items);
  else Store(s.store).Store(y, items, n);
  __syncthreads();
}
extern "C" __global__ void loads_and_stores(const short *x, short *y, int n) {
  moved<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_TRANSPOSE>(x, y, n);
  moved<cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE>(x, y + 192, n);
  moved<cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED>(x, y + 384, n);
  moved<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_DIRECT>(x, y + 576, n);
}

// Sorts by digits: integers, floats downwards, pairs, and some bits only.
extern "C" __global__ void radix_sorts(const int *x, int *sorted, const float *f, float *down, unsigned short *keys, int *values) {
  using Ints = cub::BlockRadixSort<int, 64, 4>;
  using Floats = cub::BlockRadixSort<float, 64, 4>;
  using Pairs = cub::BlockRadixSort<unsigned short, 64, 4, int>;
  __shared__ union {
    typename Ints::TempStorage ints;
    typename Floats::TempStorage floats;
    typename Pairs::TempStorage pairs;
  } s;
  int t = threadIdx.x;
  int a[4];
  cub::LoadDirectBlocked(t, x, a);
  Ints(s.ints).Sort(a);
  cub::StoreDirectBlocked(t, sorted, a);
  __syncthreads();
  float b[4];
  cub::LoadDirectStriped<64>(t, f, b);
  Floats(s.floats).SortDescendingBlockedToStriped(b);
  cub::StoreDirectStriped<64>(t, down, b);
  __syncthreads();
  unsigned short k[4];
  int v[4];
  cub::LoadDirectBlocked(t, keys, k);
  for (int i = 0; i < 4; i++) v[i] = 4 * t + i;
  Pairs(s.pairs).Sort(k, v, 4, 12);
  cub::StoreDirectBlocked(t, keys, k);
  cub::StoreDirectBlocked(t, values, v);
}

// A stable sort by comparison: pairs, and a part of a tile.
struct Record {
  int key;
  short tag;
};
extern "C" __global__ void merge_sorts(const long long *keys, long long *sorted, int *from, int *low, int n) {
  using Sort = cub::BlockMergeSort<long long, 64, 3, int>;
  using Ints = cub::BlockMergeSort<int, 64, 3>;
  __shared__ union {
    typename Sort::TempStorage pairs;
    typename Ints::TempStorage ints;
  } s;
  int t = threadIdx.x;
  long long k[3];
  int v[3], c[3];
  for (int i = 0; i < 3; i++) k[i] = keys[3 * t + i], v[i] = 3 * t + i, c[i] = (int)(k[i] % 1000);
  Sort(s.pairs).StableSort(k, v, [](long long a, long long b) { return a % 7 < b % 7; });
  for (int i = 0; i < 3; i++) sorted[3 * t + i] = k[i], from[3 * t + i] = v[i];
  __syncthreads();
  Ints(s.ints).Sort(c, [](int a, int b) { return a > b; }, n, -2000);
  for (int i = 0; i < 3; i++) if (3 * t + i < n) low[3 * t + i] = c[i];
}

// Counts by atomics and by sorting.
template <cub::BlockHistogramAlgorithm A> __device__ void counted(const unsigned char *x, unsigned *bins) {
  using Histogram = cub::BlockHistogram<unsigned char, 64, 4, 256, A>;
  __shared__ typename Histogram::TempStorage s;
  __shared__ unsigned counts[256];
  unsigned char items[4];
  cub::LoadDirectBlocked(threadIdx.x, x, items);
  Histogram(s).Histogram(items, counts);
  __syncthreads();
  cub::LoadDirectBlocked(threadIdx.x, x + 256, items);
  Histogram(s).Composite(items, counts);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 64) bins[i] = counts[i];
  __syncthreads();
}
extern "C" __global__ void histograms(const unsigned char *x, unsigned *bins) {
  counted<cub::BLOCK_HISTO_ATOMIC>(x, bins);
  counted<cub::BLOCK_HISTO_SORT>(x, bins + 256);
}

// Items that change places: striped, by warps, scattered; neighbours; where values change.
extern "C" __global__ void exchanges(const int *x, int *striped, int *scattered, int *neighbours) {
  using Exchange = cub::BlockExchange<int, 64, 4>;
  using Shuffle = cub::BlockShuffle<int, 64>;
  __shared__ typename Exchange::TempStorage s;
  __shared__ typename Shuffle::TempStorage u;
  int t = threadIdx.x;
  int a[4], ranks[4];
  cub::LoadDirectBlocked(t, x, a);
  Exchange(s).BlockedToStriped(a, a);
  for (int k = 0; k < 4; k++) striped[4 * t + k] = a[k];
  __syncthreads();
  Exchange(s).StripedToBlocked(a, a);
  __syncthreads();
  Exchange(s).BlockedToWarpStriped(a, a);
  __syncthreads();
  Exchange(s).WarpStripedToBlocked(a, a);
  __syncthreads();
  for (int k = 0; k < 4; k++) ranks[k] = (4 * t + k) * 37 % 256;
  Exchange(s).ScatterToBlocked(a, a, ranks);
  for (int k = 0; k < 4; k++) scattered[4 * t + k] = a[k];
  int up = -1, other = -1;
  Shuffle(u).Offset(a[0], up, 3);
  __syncthreads();
  Shuffle(u).Rotate(a[1], other, 5);
  neighbours[2 * t] = up;
  neighbours[2 * t + 1] = other;
}
extern "C" __global__ void differences(const int *x, int *left, int *heads, int *tails) {
  using Difference = cub::BlockAdjacentDifference<int, 64>;
  using Discontinuity = cub::BlockDiscontinuity<int, 64>;
  __shared__ union {
    typename Difference::TempStorage d;
    typename Discontinuity::TempStorage c;
  } s;
  int t = threadIdx.x;
  int a[3], r[3], h[3], e[3];
  for (int k = 0; k < 3; k++) a[k] = x[3 * t + k];
  Difference(s.d).SubtractLeft(a, r, [](int p, int q) { return p - q; }, 1000);
  __syncthreads();
  Discontinuity(s.c).FlagHeadsAndTails(h, e, a, [](int p, int q) { return p / 4 != q / 4; });
  for (int k = 0; k < 3; k++) left[3 * t + k] = r[k], heads[3 * t + k] = h[k], tails[3 * t + k] = e[k];
}

// Runs written out again.
extern "C" __global__ void run_lengths(const int *values, const unsigned *lengths, int *out, unsigned *total) {
  using Decode = cub::BlockRunLengthDecode<int, 64, 2, 4>;
  __shared__ typename Decode::TempStorage s;
  int t = threadIdx.x;
  int v[2] = {values[2 * t], values[2 * t + 1]};
  unsigned l[2] = {lengths[2 * t], lengths[2 * t + 1]}, size = 0;
  Decode decode(s, v, l, size);
  for (unsigned from = 0; from < size; from += 256) {
    int items[4];
    decode.RunLengthDecode(items, from);
    for (int k = 0; k < 4; k++) if (from + 4 * t + k < size) out[from + 4 * t + k] = items[k];
  }
  if (t == 0) *total = size;
}
