import polyglot

cu = polyglot.eval(language="grcuda", string="CU")

nfi = cu.buildkernel("""
__global__ void increment(int *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    values[i] += 1;
  }
}""", "increment", "pointer, sint32")
numbers = cu.DeviceArray("int", 100)
for i in range(100):
    numbers[i] = i
nfi(1, 128)(numbers, 100)
total = 0
for number in numbers:
    total += number
print(total, numbers[0], numbers[99], len(numbers))

template = cu.buildkernel("""
template <typename T>
__global__ void increment_copy(T *to, const T *from, int n) {
  for (auto i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    to[i] = from[i] + (T{} + 1);
  }
}""", "increment_copy<int>(to: out pointer sint32, from: in pointer sint32, n: sint32)")
copy = cu.DeviceArray("int", 100)
configured = template(2, 32)
configured(copy, numbers, 100)
configured(numbers, copy, 100)
print(copy[99], numbers[99], template.launchCount, str(".entry" in template.ptx).lower())

transpose = cu.buildkernel("""
extern "C" __global__ void transpose(const float *from, float *to, int rows, int columns) {
  extern __shared__ float tile[];
  int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
  int local = threadIdx.x * blockDim.y + threadIdx.y;
  if (r < rows && c < columns) {
    tile[local] = from[r * columns + c];
    to[c * rows + r] = tile[local];
  }
}""", "transpose", "const pointer, pointer, sint32, sint32")
matrix = cu.DeviceArray("float", 5, 3)
turned = cu.DeviceArray("float", 3, 5)
for r in range(5):
    for c in range(3):
        matrix[r][c] = r * 10 + c
transpose((2, 1), (4, 4), 64)(matrix, turned, 5, 3)
print(",".join("%g" % v for v in turned[2]), len(matrix), len(matrix[0]))
