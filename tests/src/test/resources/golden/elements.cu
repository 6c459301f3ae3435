extern "C" __global__ void countDown(
    unsigned char *bytes, unsigned short *shorts, unsigned int *ints, unsigned long long *longs) {
  bytes[threadIdx.x] -= 1;
  shorts[threadIdx.x] -= 1;
  ints[threadIdx.x] -= 1;
  longs[threadIdx.x] -= 1;
}

// Doubles halves, whose bits are what memory holds.
extern "C" __global__ void twice(unsigned short *x) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(x[threadIdx.x]));
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(x[threadIdx.x]) : "f"(2 * value));
}

extern "C" __global__ void invert(const bool *x, bool *y) {
  y[threadIdx.x] = !x[threadIdx.x];
}

extern "C" __global__ void multiply(const float2 *x, const double2 *y, double2 *z) {
  float2 a = x[threadIdx.x];
  double2 b = y[threadIdx.x];
  z[threadIdx.x] = make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
