// Thrust's complex numbers on the device, its vectors and algorithms on the host.
#include <iostream>
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>

using namespace thrust;

struct Escape {
  int limit;
  __device__ int operator()(complex<float> c) const {
    complex<float> z = 0;
    int n = 0;
    while (n < limit && thrust::norm(z) < 4) {
      z = z * z + c;
      n++;
    }
    return n;
  }
};

__global__ void mandelbrot(const complex<float> *c, int *steps, int n, int limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) steps[i] = Escape{limit}(c[i]);
}

int main() {
  host_vector<complex<float>> points(1024);
  device_vector<complex<float>> c = points;
  device_vector<int> steps(1024);
  try {
    mandelbrot<<<8, 128>>>(raw_pointer_cast(c.data()), raw_pointer_cast(steps.data()), 1024, 100);
    thrust::sort(thrust::cuda::par, steps.begin(), steps.end());
  } catch (thrust::system_error &e) {
    std::cerr << e.what() << "\n";
  }
  std::cout << thrust::reduce(steps.begin(), steps.end()) << "\n";
  return 0;
}
