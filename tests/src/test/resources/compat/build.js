const cu = Polyglot.eval('grcuda', 'CU');

const nfi = cu.buildkernel(`
__global__ void increment(int *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    values[i] += 1;
  }
}`, 'increment', 'pointer, sint32');
const numbers = cu.DeviceArray('int', 100);
for (let i = 0; i < 100; i++) {
  numbers[i] = i;
}
nfi(1, 128)(numbers, 100);
let sum = 0;
for (const number of numbers) {
  sum += number;
}
console.log(sum, numbers[0], numbers[99], numbers.length);

const template = cu.buildkernel(`
template <typename T>
__global__ void increment_copy(T *to, const T *from, int n) {
  for (auto i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    to[i] = from[i] + (T{} + 1);
  }
}`, 'increment_copy<int>(to: out pointer sint32, from: in pointer sint32, n: sint32)');
const copy = cu.DeviceArray('int', 100);
const configured = template(2, 32);
configured(copy, numbers, 100);
configured(numbers, copy, 100);
console.log(copy[99], numbers[99], template.launchCount, template.ptx.includes('.entry'));

const transpose = cu.buildkernel(`
extern "C" __global__ void transpose(const float *from, float *to, int rows, int columns) {
  extern __shared__ float tile[];
  int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
  int local = threadIdx.x * blockDim.y + threadIdx.y;
  if (r < rows && c < columns) {
    tile[local] = from[r * columns + c];
    to[c * rows + r] = tile[local];
  }
}`, 'transpose', 'const pointer, pointer, sint32, sint32');
const matrix = cu.DeviceArray('float', 5, 3);
const turned = cu.DeviceArray('float', 3, 5);
for (let r = 0; r < 5; r++) {
  for (let c = 0; c < 3; c++) {
    matrix[r][c] = r * 10 + c;
  }
}
transpose([2, 1], [4, 4], 64)(matrix, turned, 5, 3);
console.log([...turned[2]].join(), matrix.length, matrix[0].length);
