// Kernels of linear algebra on floats, for the benchmarks cg, cg-dense, mul, lanczos and matmul: the
// conjugate gradient method (Hestenes and Stiefel, 1952) and Lanczos' tridiagonalisation (1950), both
// with their scalars in device memory, so that the host need not wait for any. Matrices lie row by row.
// Every one-dimensional grid is right; blocks of dot are a power of two of threads.

#define FOR_EACH(i, n) \
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += gridDim.x * blockDim.x)

// y = a x, for rows rows of columns elements
extern "C" __global__ void dense_product(const float *a, const float *x, float *y, int rows,
                                         int columns) {
  FOR_EACH(i, rows) {
    const float *row = a + (long long)i * columns;
    float sum = 0;
    for (int j = 0; j < columns; j++) {
      sum += row[j] * x[j];
    }
    y[i] = sum;
  }
}

// y = a x, for a sparse matrix of n rows in CSR form
extern "C" __global__ void sparse_product(const int *rows, const int *columns, const float *values,
                                          const float *x, float *y, int n) {
  FOR_EACH(i, n) {
    float sum = 0;
    for (int k = rows[i]; k < rows[i + 1]; k++) {
      sum += values[k] * x[columns[k]];
    }
    y[i] = sum;
  }
}

// result[0] += x y. Blocks add in any order, so the last bits may differ.
extern "C" __global__ void dot(const float *x, const float *y, float *result, int n) {
  __shared__ float partial[1024];
  float value = 0;
  FOR_EACH(i, n) value += x[i] * y[i];
  partial[threadIdx.x] = value;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    atomicAdd(result, partial[0]);
  }
}

// y += sign numerator[0] / denominator[0] x
extern "C" __global__ void step_along(float *y, const float *x, const float *numerator,
                                      const float *denominator, float sign, int n) {
  float factor = sign * numerator[0] / denominator[0];
  FOR_EACH(i, n) y[i] += factor * x[i];
}

// p = r + numerator[0] / denominator[0] p
extern "C" __global__ void next_direction(float *p, const float *r, const float *numerator,
                                          const float *denominator, int n) {
  float factor = numerator[0] / denominator[0];
  FOR_EACH(i, n) p[i] = r[i] + factor * p[i];
}

// w -= alpha[0] v + sqrt(beta2[0]) previous
extern "C" __global__ void orthogonalise(float *w, const float *v, const float *previous,
                                         const float *alpha, const float *beta2, int n) {
  float a = alpha[0];
  float b = sqrtf(beta2[0]);
  FOR_EACH(i, n) w[i] -= a * v[i] + b * previous[i];
}

// v = w / sqrt(norm2[0])
extern "C" __global__ void scale_to_unit(const float *w, const float *norm2, float *v, int n) {
  float factor = rsqrtf(norm2[0]);
  FOR_EACH(i, n) v[i] = w[i] * factor;
}

// c = a b, for rows x inner by inner x columns elements. Grid and block cover columns x rows; blocks are
// square, of at most 32 x 32 threads, each of which keeps a tile of a and of b in shared memory.
extern "C" __global__ void matrix_product(const float *a, const float *b, float *c, int rows, int inner,
                                          int columns) {
  __shared__ float tile_a[32][33];
  __shared__ float tile_b[32][33];
  int x = threadIdx.x;
  int y = threadIdx.y;
  int row = blockIdx.y * blockDim.y + y;
  int column = blockIdx.x * blockDim.x + x;
  int width = blockDim.x;
  float sum = 0;
  for (int from = 0; from < inner; from += width) {
    tile_a[y][x] = row < rows && from + x < inner ? a[(long long)row * inner + from + x] : 0;
    tile_b[y][x] = from + y < inner && column < columns ? b[(long long)(from + y) * columns + column] : 0;
    __syncthreads();
    for (int k = 0; k < width; k++) {
      sum += tile_a[y][k] * tile_b[k][x];
    }
    __syncthreads();
  }
  if (row < rows && column < columns) {
    c[(long long)row * columns + column] = sum;
  }
}
