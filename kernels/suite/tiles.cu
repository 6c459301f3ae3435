// Kernels on tiles of matrices, for the benchmarks lu-tiles, cholesky-tiles, matmul-2d, matmul-3d and task-graph.
// A tile is an array of floats, row by row. Tiles of any size will do, those at the edges of a matrix may be
// smaller. Every one-dimensional grid is right, and every block. Kernels that go step by step are the work of
// one block, or of few threads; they may be given a grid that fills the device all the same.

#define FOR_EACH(i, n) \
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += gridDim.x * blockDim.x)

// The threads of one block, for i from first on.
#define IN_BLOCK(i, first, n) for (int i = (first) + threadIdx.x; i < (n); i += blockDim.x)

#define EDGE 32

// The side of the square of threads that a block makes; the threads that are left do nothing.
__device__ int side() {
  int side = 1;
  while (side < EDGE && (side + 1) * (side + 1) <= blockDim.x) {
    side++;
  }
  return side;
}

// c = keep c + factor a b, for rows x inner by inner x columns elements; of b transposed, which then is columns x
// inner. With lower only what lies on the diagonal of c or below. Blocks compute squares of c in turn, from squares
// of a and b in shared memory.
__device__ void product(const float *a, const float *b, float *c, int rows, int inner, int columns, float keep,
                        float factor, bool transposed, bool lower) {
  __shared__ float part_a[EDGE][EDGE + 1];
  __shared__ float part_b[EDGE][EDGE + 1];
  int width = side();
  int x = threadIdx.x % width;
  int y = threadIdx.x / width;
  bool works = y < width;
  int across = (columns + width - 1) / width;
  int squares = across * ((rows + width - 1) / width);
  for (int square = blockIdx.x; square < squares; square += gridDim.x) {
    int first_row = square / across * width;
    int first_column = square % across * width;
    if (lower && first_column > first_row) {
      continue;
    }
    int row = first_row + y;
    int column = first_column + x;
    float sum = 0;
    for (int from = 0; from < inner; from += width) {
      if (works) {
        int k = from + x;
        part_a[y][x] = row < rows && k < inner ? a[(long long)row * inner + k] : 0;
        if (transposed) {
          int j = first_column + y;
          part_b[x][y] = j < columns && k < inner ? b[(long long)j * inner + k] : 0;
        } else {
          part_b[y][x] = from + y < inner && column < columns ? b[(long long)(from + y) * columns + column] : 0;
        }
      }
      __syncthreads();
      if (works) {
        for (int k = 0; k < width; k++) {
          sum += part_a[y][k] * part_b[k][x];
        }
      }
      __syncthreads();
    }
    if (works && row < rows && column < columns && (!lower || column <= row)) {
      long long at = (long long)row * columns + column;
      c[at] = (keep == 0 ? 0 : keep * c[at]) + factor * sum;
    }
  }
}

// c += factor a b, or a times b transposed
extern "C" __global__ void tile_gemm(const float *a, const float *b, float *c, int rows, int inner, int columns,
                                     float factor, int transposed) {
  product(a, b, c, rows, inner, columns, 1, factor, transposed != 0, false);
}

// c = a b
extern "C" __global__ void tile_product(const float *a, const float *b, float *c, int rows, int inner, int columns) {
  product(a, b, c, rows, inner, columns, 0, 1, false, false);
}

// c -= a times a transposed, on the diagonal of the n x n elements and below
extern "C" __global__ void tile_syrk(const float *a, float *c, int n, int inner) {
  product(a, a, c, n, inner, n, 1, -1, true, true);
}

// Solves x u = x for the rows x n elements of x, where u is the upper triangle of the n x n elements of t, or the
// transpose of their lower one: a thread for each row of x.
extern "C" __global__ void tile_trsm_right(const float *t, float *x, int rows, int n, int transposed) {
  FOR_EACH(i, rows) {
    float *row = x + (long long)i * n;
    for (int j = 0; j < n; j++) {
      float value = row[j];
      for (int k = 0; k < j; k++) {
        value -= row[k] * (transposed ? t[(long long)j * n + k] : t[(long long)k * n + j]);
      }
      row[j] = value / t[(long long)j * n + j];
    }
  }
}

// Solves l x = x for the n x columns elements of x, where l is the lower triangle of the n x n elements of t, with
// ones on its diagonal: a thread for each column of x.
extern "C" __global__ void tile_trsm_left(const float *t, float *x, int n, int columns) {
  FOR_EACH(j, columns) {
    for (int i = 1; i < n; i++) {
      float value = x[(long long)i * columns + j];
      for (int k = 0; k < i; k++) {
        value -= t[(long long)i * n + k] * x[(long long)k * columns + j];
      }
      x[(long long)i * columns + j] = value;
    }
  }
}

// Factors n x n elements: the lower triangle becomes l with a = l times l transposed (Cholesky). One block does it.
extern "C" __global__ void tile_potrf(float *a, int n) {
  if (blockIdx.x > 0) {
    return;
  }
  for (int k = 0; k < n; k++) {
    float *pivot = a + (long long)k * n + k;
    if (threadIdx.x == 0) {
      *pivot = sqrtf(*pivot);
    }
    __syncthreads();
    IN_BLOCK(i, k + 1, n) a[(long long)i * n + k] /= *pivot;
    __syncthreads();
    IN_BLOCK(i, k + 1, n) {
      for (int j = k + 1; j <= i; j++) {
        a[(long long)i * n + j] -= a[(long long)i * n + k] * a[(long long)j * n + k];
      }
    }
    __syncthreads();
  }
}

// Factors n x n elements: they become l, whose ones on the diagonal are left out, and u with a = l u. Nothing is
// pivoted. One block does it.
extern "C" __global__ void tile_getrf(float *a, int n) {
  if (blockIdx.x > 0) {
    return;
  }
  for (int k = 0; k < n; k++) {
    const float *pivots = a + (long long)k * n;
    IN_BLOCK(i, k + 1, n) {
      float *row = a + (long long)i * n;
      float factor = row[k] / pivots[k];
      row[k] = factor;
      for (int j = k + 1; j < n; j++) {
        row[j] -= factor * pivots[j];
      }
    }
    __syncthreads();
  }
}

// Brings each of n elements of y nearer to the mean of the others, by 1 / rounds of what is left, as often.
extern "C" __global__ void tile_mix(const float *a, const float *b, const float *c, const float *d, float *y, int n,
                                    int rounds) {
  FOR_EACH(i, n) {
    float mean = (a[i] + b[i] + c[i] + d[i]) / 4;
    float value = y[i];
    for (int round = 0; round < rounds; round++) {
      value += (mean - value) / rounds;
    }
    y[i] = value;
  }
}
