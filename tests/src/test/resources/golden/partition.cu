// out[i] = a value that only part and i give, after some work.
extern "C" __global__ void produce(int *out, int part, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned int value = 1000 * part + i;
    for (int round = 0; round < 50; round++) {
      value = value * 1664525u + 1013904223u;
    }
    out[i] = value >> 16;
  }
}

// y[i] = x[i] + x[n - 1 - i]
extern "C" __global__ void mirror(const int *x, int *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    y[i] = x[i] + x[n - 1 - i];
  }
}
