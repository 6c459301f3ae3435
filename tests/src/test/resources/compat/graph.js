// A program with branches, as the scheduling papers draw them: z = sum(x^2 - y^2).
const build = Polyglot.eval('grcuda', 'buildkernel');
const square = build(`
extern "C" __global__ void square(const float *from, float *to, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    to[i] = from[i] * from[i];
  }
}`, 'square', 'const pointer, pointer, sint32');
const reduce = build(`
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
}`, 'reduce', 'const pointer, const pointer, pointer, sint32');

const n = 1000;
const [x, y, x1, y1] = [0, 1, 2, 3].map(() => Polyglot.eval('grcuda', `float[${n}]`));
const result = Polyglot.eval('grcuda', 'float[1]');
for (let iteration = 0; iteration < 3; iteration++) {
  for (let i = 0; i < n; i++) {
    x[i] = i % 7 + iteration;
    y[i] = i % 3;
  }
  result[0] = 0.0;
  square(4, 64)(x, x1, n);
  square(4, 64)(y, y1, n);
  reduce(4, 64)(x1, y1, result, n);
  console.log(result[0]);
}
Polyglot.eval('grcuda', 'cudaDeviceSynchronize')();
console.log(square.launchCount);
