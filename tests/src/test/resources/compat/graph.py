# A program with branches, as the scheduling papers draw them: z = sum(x^2 - y^2).
import polyglot
from java.lang import System

start = System.nanoTime()
build = polyglot.eval(language="grcuda", string="buildkernel")
square = build("""
extern "C" __global__ void square(const float *from, float *to, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    to[i] = from[i] * from[i];
  }
}""", "square", "const pointer, pointer, sint32")
reduce = build("""
__inline__ __device__ float warp_sum(float value) {
  for (int offset = 16; offset > 0; offset /= 2) {
    value += __shfl_down_sync(0xFFFFFFFF, value, offset);
  }
  return value;
}

__global__ void reduce(float *x, float *y, float *z, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    sum += x[i] - y[i];
  }
  sum = warp_sum(sum);
  if ((threadIdx.x & 31) == 0) {
    atomicAdd(z, sum);
  }
}""", "reduce", "const pointer, const pointer, pointer, sint32")

n = 1000
x, y, x1, y1 = (polyglot.eval(language="grcuda", string=f"float[{n}]") for _ in range(4))
result = polyglot.eval(language="grcuda", string=f"float[1]")
fill = polyglot.eval(
    language="js", string="(x, m, a) => { for (let i = 0; i < x.length; i++) x[i] = i % m + a }")
for iteration in range(3):
    fill(x, 7, iteration)
    fill(y, 3, 0)
    result[0] = 0.0
    square(4, 64)(x, x1, n)
    square(4, 64)(y, y1, n)
    reduce(4, 64)(x1, y1, result, n)
    print("%d" % result[0])
assert System.nanoTime() > start
polyglot.eval(language="grcuda", string="cudaDeviceSynchronize")()
print(square.launchCount)
