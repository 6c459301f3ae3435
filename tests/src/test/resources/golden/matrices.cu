// x[i] += amount
extern "C" __global__ void raise(int *x, int amount, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    x[i] += amount;
  }
}

// One thread per element of a rows by columns matrix.
extern "C" __global__ void transpose(const int *from, int *to, int rows, int columns) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && column < columns) {
    to[column * rows + row] = from[row * columns + column];
  }
}
