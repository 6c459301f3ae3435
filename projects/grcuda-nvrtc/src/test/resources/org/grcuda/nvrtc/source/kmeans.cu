// Clusters: constant memory filled by the host, atomics, OpenMP on the host, a static counter.
#include <algorithm>
#include <cfloat>
#include <cstdint>
#include <numeric>
#include <omp.h>
#include <random>
#include <string_view>
#include <unordered_map>
#include <vector>

constexpr int MAX_CLUSTERS = 32, FEATURES = 2;
__constant__ float centres[MAX_CLUSTERS * FEATURES];
__device__ unsigned int changed;
extern double wtime(void);
static int64_t calls = 0;
static const char *usage = R"(usage: kmeans [switches] { -i filename
  -k number_of_clusters "
)";
volatile bool stop = false;
thread_local std::mt19937 generator{42};

__device__ float distance2(const float *point, int cluster, int stride)
{
  float sum = 0.f;
  for (auto f = 0; f < FEATURES; ++f) {
    const auto d = point[f * stride] - centres[cluster * FEATURES + f];
    sum += d * d;
  }
  return sum;
}

extern "C" __launch_bounds__(256, 2) __global__ void assign(const float *points, int *membership, int n, int k)
{
  const auto i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = FLT_MAX;
  int index = -1;
  for (int c = 0; c < k; ++c) {
    float d = distance2(points + i, c, n);
    if (d < best) best = d, index = c;
  }
  if (membership[i] != index) {
    atomicInc(&changed, UINT32_MAX);
    membership[i] = index;
  }
}

extern "C" __global__ void accumulate(const float *points, const int *membership, float *sums, int *counts, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int c = membership[i];
    atomicAdd(&counts[c], 1);
    for (int f = 0; f < FEATURES; ++f) atomicAdd(sums + c * FEATURES + f, points[f * n + i]);
  }
}

template <class It, class Fn>
auto mapped(It first, It last, Fn fn) -> std::vector<decltype(fn(*first))>
{
  std::vector<decltype(fn(*first))> out;
  std::transform(first, last, std::back_inserter(out), fn);
  return out;
}

struct Options {
  std::string_view file{"none"};
  int k = 5;
  std::unordered_map<std::string, std::vector<int>> seeds{{"a", {1, 2}}, {"b", {3}}};
  auto operator<=>(const Options &) const = delete;
};

std::vector<float> initial(const std::vector<float> &points, int n, int k)
{
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), generator);
  std::vector<float> out;
#pragma omp parallel for schedule(static, 4) reduction(+ : calls)
  for (int c = 0; c < k; ++c) {
#pragma omp critical
    { calls++; }
  }
  for (int c = 0; c < k; ++c)
    for (int f = 0; f < FEATURES; ++f) out.push_back(points[f * n + order[c]]);
  return out;
}

int main(int argc, const char *const argv[]) try {
  const int n = 1 << 10;
  Options options;
  std::vector<float> points(n * FEATURES);
  std::generate(begin(points), end(points), [u = std::uniform_real_distribution<float>(0, 1)]() mutable { return u(generator); });
  auto start = initial(points, n, options.k);
  cudaMemcpyToSymbol(centres, start.data(), start.size() * sizeof(float));
  float *p = nullptr;
  int *membership = nullptr;
  assign<<<(n + 255) / 256, 256>>>(p, membership, n, options.k);
  unsigned zero{};
  cudaMemcpyFromSymbol(&zero, changed, sizeof zero);
  return !(zero > 0);
} catch (const std::exception &e) {
  puts(usage);
  return 2;
}
