// CUB's primitives of warps, and types and algorithms of CUDA's C++ library.
#include <algorithm>
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_store.cuh>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/bit>
#include <cuda/std/bitset>
#include <cuda/std/chrono>
#include <cuda/std/expected>
#include <cuda/std/functional>
#include <cuda/std/inplace_vector>
#include <cuda/std/iterator>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/span>
#include <cuda/std/utility>
#include <cuda/std/variant>

namespace std_ = cuda::std;

// Sums of warps and of logical warps, of a part, and of segments.
extern "C" __global__ void warp_reduces(const int *x, int *out) {
  using Warp = cub::WarpReduce<int>;
  using Eight = cub::WarpReduce<int, 8>;
  using Seven = cub::WarpReduce<int, 7>;
  __shared__ typename Warp::TempStorage s[2];
  __shared__ typename Eight::TempStorage e[8];
  __shared__ typename Seven::TempStorage v[8];
  int t = threadIdx.x, w = t / 32;
  int sum = Warp(s[w]).Sum(x[t]);
  int part = Warp(s[w]).Reduce(x[t], [](int a, int b) { return a > b ? a : b; }, 20);
  int heads = Warp(s[w]).HeadSegmentedSum(x[t], x[t] % 4 == 0);
  int tails = Warp(s[w]).TailSegmentedReduce(x[t], x[t] % 5 == 0, [](int a, int b) { return a < b ? a : b; });
  int eight = Eight(e[t / 8]).Sum(x[t]);
  int seven = t % 32 < 28 ? Seven(v[t / 32 * 4 + t % 32 / 7]).Sum(x[t]) : 0;
  int *o = out + 6 * t;
  o[0] = t % 32 == 0 ? sum : 0;
  o[1] = t % 32 == 0 ? part : 0;
  o[2] = t % 32 == 0 || x[t] % 4 == 0 ? heads : 0;
  o[3] = t % 32 == 0 || x[t - 1] % 5 == 0 ? tails : 0;
  o[4] = t % 8 == 0 ? eight : 0;
  o[5] = t % 32 % 7 == 0 ? seven : 0;
}

extern "C" __global__ void warp_scans(const int *x, const double *d, int *out, double *products) {
  using Warp = cub::WarpScan<int>;
  using Sixteen = cub::WarpScan<double, 16>;
  __shared__ typename Warp::TempStorage s[2];
  __shared__ typename Sixteen::TempStorage e[4];
  int t = threadIdx.x, total, inclusive, exclusive;
  Warp(s[t / 32]).InclusiveSum(x[t], inclusive, total);
  Warp(s[t / 32]).ExclusiveScan(x[t], exclusive, -5, [](int a, int b) { return a > b ? a : b; });
  out[4 * t] = inclusive;
  out[4 * t + 1] = total;
  out[4 * t + 2] = exclusive;
  out[4 * t + 3] = Warp(s[t / 32]).Broadcast(x[t], 9);
  double product;
  Sixteen(e[t / 16]).InclusiveScan(d[t], product, [](double a, double b) { return a * b; });
  products[t] = product;
}

extern "C" __global__ void warp_moves(const int *x, int *sorted, int *from, int *moved) {
  using Sort = cub::WarpMergeSort<int, 4, 16, int>;
  using Load = cub::WarpLoad<int, 4, cub::WARP_LOAD_TRANSPOSE, 16>;
  using Store = cub::WarpStore<int, 4, cub::WARP_STORE_TRANSPOSE, 16>;
  using Exchange = cub::WarpExchange<int, 4, 16>;
  __shared__ typename Sort::TempStorage sort[4];
  __shared__ typename Load::TempStorage load[4];
  __shared__ typename Store::TempStorage store[4];
  __shared__ typename Exchange::TempStorage exchange[4];
  int w = threadIdx.x / 16;
  int k[4], v[4];
  Load(load[w]).Load(x + 64 * w, k);
  for (int i = 0; i < 4; i++) v[i] = 4 * (threadIdx.x % 16) + i;
  Sort(sort[w]).StableSort(k, v, [](int a, int b) { return (a & 15) < (b & 15); });
  int m[4];
  Exchange(exchange[w]).BlockedToStriped(k, m);
  for (int i = 0; i < 4; i++) moved[4 * threadIdx.x + i] = m[i];
  Store(store[w]).Store(sorted + 64 * w, k);
  __syncwarp();
  Store(store[w]).Store(from + 64 * w, v);
}

// Bits, and numbers of any width.
extern "C" __global__ void bits(const unsigned *x, int *out, unsigned long long *wide, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned v = x[i];
  int *o = out + 12 * i;
  o[0] = std_::popcount(v);
  o[1] = std_::countl_zero(v);
  o[2] = std_::countr_zero(v);
  o[3] = std_::countl_one((unsigned short)v);
  o[4] = std_::countr_one((unsigned char)v);
  o[5] = std_::bit_width(v);
  o[6] = std_::has_single_bit(v);
  o[7] = (int)std_::bit_ceil(v & 0xffffffu);
  o[8] = (int)std_::bit_floor(v);
  o[9] = (int)std_::rotl(v, 37);
  o[10] = (int)std_::rotr(v, 35);
  o[11] = std_::bit_cast<int>(std_::bit_cast<float>(v & 0x7fffffu) * 2);
  wide[i] = std_::rotl(v * 0x100000001ull, 11) + std_::popcount(~0ull * v) + cuda::ceil_div(v & 0xffffu, 7u);
  std_::bitset<70> set(v);
  set <<= 33;
  set.flip(69);
  set[3] = true;
  wide[i] ^= set.count() * 1000 + set.test(40) * 10 + set.any();
}

// Views of several dimensions: rows first, columns first, with strides, static extents.
extern "C" __global__ void views(const float *a, float *b, int rows, int columns) {
  using std_::dextents;
  std_::mdspan<const float, dextents<int, 2>> in(a, rows, columns);
  std_::mdspan<float, dextents<int, 2>, std_::layout_left> out(b, rows, columns);
  std_::mdspan<const float, std_::extents<int, std_::dynamic_extent, 4>> four(a, rows * columns / 4);
  std_::layout_stride::mapping<dextents<int, 2>> every(dextents<int, 2>(rows, columns / 2), std_::array<int, 2>{columns, 2});
  std_::mdspan<const float, dextents<int, 2>, std_::layout_stride> even(a, every);
  int i = threadIdx.y, j = threadIdx.x;
  if (i < in.extent(0) && j < in.extent(1)) {
    float v = in(i, j) + four(j, i % 4) * 10;
    if (j < even.extent(1)) v += even(i, j) * 100;
    out(i, j) = v + out.stride(1) + in.mapping().required_span_size();
  }
}

struct Failed {
  int code;
};
__device__ std_::expected<float, Failed> root(float x) {
  if (x < 0) return std_::unexpected(Failed{(int)x});
  return sqrtf(x);
}
__device__ std_::optional<int> halved(int x) { return x % 2 ? std_::optional<int>() : x / 2; }
struct Show {
  __device__ float operator()(int v) const { return v; }
  __device__ float operator()(double v) const { return 2 * v; }
  __device__ float operator()(const std_::pair<int, int> &v) const { return v.first * v.second; }
};

// What may be missing, may have failed, may be of several types.
extern "C" __global__ void alternatives(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  auto r = root(x[i]);
  out[3 * i] = r ? *r : r.error().code;
  int k = (int)x[i];
  out[3 * i + 1] = halved(k).and_then(halved).transform([](int v) { return v + 1000; }).value_or(-7);
  std_::variant<int, double, std_::pair<int, int>> v(k);
  if (k % 3 == 1) v = 0.5 * k;
  if (k % 3 == 2) v = std_::pair<int, int>(k, 3);
  out[3 * i + 2] = std_::visit(Show(), v) + 10000 * v.index();
}

// Algorithms on arrays of a thread and on spans, functions as objects.
extern "C" __global__ void algorithms(const int *x, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  std_::inplace_vector<int, 16> v;
  for (int k = 0; k < 12; k++) v.push_back(x[(i + k) % n]);
  int *o = out + 10 * i;
  std_::span<int> all(v.data(), v.size()), middle = all.subspan(3, 6);
  o[0] = std_::accumulate(middle.begin(), middle.end(), 5);
  o[1] = *std_::max_element(v.begin(), v.end());
  for (int k = 1; k < 12; k++) for (int m = k; m > 0 && v[m] < v[m - 1]; m--) std_::swap(v[m], v[m - 1]);
  o[2] = v[5];
  o[3] = (int)(std_::lower_bound(v.begin(), v.end(), 100) - v.begin());
  std_::reverse(all.begin(), all.begin() + 4);
  o[4] = all[0] - all.back();
  o[5] = std_::transform_reduce(all.begin(), all.end(), 0, std_::plus<>(), [](int p) { return p & 15; });
  v.erase(v.begin() + 1);
  v.pop_back();
  o[6] = (int)v.size() * 100 + (v[1] == all[1]);
  auto times = std_::bind_front(std_::multiplies<int>(), 3);
  std_::invoke([&](int p) { o[7] = times(p); }, x[i]);
  o[8] = std_::gcd(x[i], 36) * 1000 + std_::lcm(6, 1 + (x[i] & 7));
  o[9] = std_::clamp(x[i], -50, 50) + std_::midpoint(x[i], 1001) + std_::max({1, x[i], 7});
}

// Ratios and durations; what is known when compiled.
extern "C" __global__ void durations(const long long *x, long long *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  using namespace std_::chrono;
  milliseconds m(x[i]);
  out[3 * i] = duration_cast<seconds>(m).count();
  out[3 * i + 1] = (m + minutes(2) - hours(1)).count();
  using R = std_::ratio_add<std_::ratio<1, 6>, std_::ratio<3, 10>>;
  out[3 * i + 2] = x[i] * R::num / R::den;
}
