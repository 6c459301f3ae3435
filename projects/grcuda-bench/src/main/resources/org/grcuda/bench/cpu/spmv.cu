// y = A x, A in compressed rows; a thread for each row.
extern "C" __global__ void spmv(const int *starts, const int *columns, const float *values, const float *x, float *y,
                                int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = starts[row]; i < starts[row + 1]; i++) sum += values[i] * x[columns[i]];
  y[row] = sum;
}
