// Kernels on vectors of n floats, for the benchmarks vec, chain, fork-join, tree and hits. Every grid
// is right: a thread takes each element whose index is its own modulo the number of threads. Blocks
// of the kernels that reduce are a power of two of threads.

#define FOR_EACH(i, n) \
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += gridDim.x * blockDim.x)

// Adds the values of a block's threads by halving (Harris, "Optimizing Parallel Reduction in CUDA",
// 2007), and adds what they amount to to sum[0]. Blocks come in any order, so the last bits may differ.
__device__ void add_block(float *sum, float value) {
  __shared__ float partial[1024];
  partial[threadIdx.x] = value;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    atomicAdd(sum, partial[0]);
  }
}

// y[i] = x[i]^2
extern "C" __global__ void square(const float *x, float *y, int n) {
  FOR_EACH(i, n) y[i] = x[i] * x[i];
}

// sum[0] += (x[0] - y[0]) + ... + (x[n - 1] - y[n - 1])
extern "C" __global__ void sum_difference(const float *x, const float *y, float *sum, int n) {
  float value = 0;
  FOR_EACH(i, n) value += x[i] - y[i];
  add_block(sum, value);
}

// sum[0] += x[0] + ... + x[n - 1]
extern "C" __global__ void add_up(const float *x, float *sum, int n) {
  float value = 0;
  FOR_EACH(i, n) value += x[i];
  add_block(sum, value);
}

// y[i] = x[i] / divisor[0]
extern "C" __global__ void divide(const float *x, const float *divisor, float *y, int n) {
  float by = divisor[0];
  FOR_EACH(i, n) y[i] = x[i] / by;
}

// y[i] = a x[i] + b
extern "C" __global__ void affine(const float *x, float *y, float a, float b, int n) {
  FOR_EACH(i, n) y[i] = a * x[i] + b;
}

// z[i] = (x[i] + y[i]) / 2
extern "C" __global__ void average(const float *x, const float *y, float *z, int n) {
  FOR_EACH(i, n) z[i] = (x[i] + y[i]) / 2;
}

// y[i] = sum of x over the entries of row i of a sparse matrix of ones in CSR form: one step of HITS
// (Kleinberg, "Authoritative Sources in a Hyperlinked Environment", 1999) for n pages.
extern "C" __global__ void gather(const int *rows, const int *columns, const float *x, float *y,
                                  int n) {
  FOR_EACH(i, n) {
    float sum = 0;
    for (int k = rows[i]; k < rows[i + 1]; k++) {
      sum += x[columns[k]];
    }
    y[i] = sum;
  }
}
