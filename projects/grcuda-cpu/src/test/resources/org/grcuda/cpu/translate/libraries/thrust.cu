// Algorithms of Thrust in one thread.
#include <thrust/binary_search.h>
#include <thrust/complex.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

struct Square {
  int operator()(int x) const { return x * x; }
};

/** Sorts with the places as values; all else is of the sorted numbers. */
extern "C" __global__ void algorithms(int *x, int *places, int *sums, int *out, int n) {
  thrust::stable_sort_by_key(thrust::seq, x, x + n, places);
  thrust::exclusive_scan(thrust::device, x, x + n, sums);
  out[0] = thrust::reduce(thrust::seq, x, x + n);
  out[1] = *thrust::max_element(thrust::seq, x, x + n);
  out[2] = int(thrust::lower_bound(thrust::seq, x, x + n, 0) - x);
  thrust::counting_iterator<int> from(0);
  out[3] = thrust::transform_reduce(thrust::seq, from, from + 10, Square(), 0, thrust::plus<int>());
  out[4] = int(thrust::unique(thrust::seq, x, x + n) - x);
  thrust::sort(thrust::seq, x, x + out[4], thrust::greater<int>());
}

extern "C" __global__ void complex(const thrust::complex<double> *z, thrust::complex<double> *w) {
  w[0] = z[0] * z[1];
  w[1] = z[0] / z[1];
  w[2] = thrust::exp(z[0]);
  w[3] = thrust::sqrt(z[1]);
  w[4] = thrust::polar(2.0, 0.5) + thrust::conj(z[0]) * thrust::abs(z[1]);
}

/** The 10,000th numbers of engines with their default seeds (C++17, [rand.predef]). */
extern "C" __global__ void random(unsigned *out) {
  thrust::minstd_rand0 a;
  a.discard(9999);
  out[0] = a();
  thrust::minstd_rand b;
  b.discard(9999);
  out[1] = b();
  thrust::ranlux24 c;
  c.discard(9999);
  out[2] = c();
}
