#include <iostream>
#ifdef __CUDACC__
#define HD __host__ __device__
#define HOST __host__
#define KERNEL(bounds) __global__ void __launch_bounds__(bounds)
#else
#define HD
#define HOST
#define KERNEL(bounds) void
#endif
#define DECLARE_OP(name, expression)              \
  struct name {                                   \
    HD float operator()(float a, float b) const { \
      return expression;                          \
    }                                             \
  };
#define DEFINE_MAP(name, op)                                       \
  extern "C" __global__ void name(float *x, const float *y, int n) { \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                 \
    if (i < n) x[i] = op()(x[i], y[i]);                            \
  }

DECLARE_OP(Plus, a + b)
DECLARE_OP(Times, a * b)
DEFINE_MAP(mapPlus, Plus)
DEFINE_MAP(mapTimes, Times)

HOST inline void report(const char *what) { std::cerr << what << '\n'; }
HD inline float half(float x) { return x / 2; }

KERNEL(256) halve(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = half(x[i]);
}

HOST int main() {
  float *x = nullptr;
  halve<<<1, 256>>>(x, 256);
  mapPlus<<<1, 256>>>(x, x, 256);
  report("done");
}
