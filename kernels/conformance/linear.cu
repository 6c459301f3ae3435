// Dense and sparse linear algebra.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define COLUMN (blockIdx.x * blockDim.x + threadIdx.x)
#define ROW (blockIdx.y * blockDim.y + threadIdx.y)

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k) {
  int row = ROW, column = COLUMN;
  if (row >= m || column >= n) return;
  float s = 0;
  for (int i = 0; i < k; i++) s += a[row * k + i] * b[i * n + column];
  c[row * n + column] = s;
}

#define TILE 8

extern "C" __global__ void matmul_tiled(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float sa[TILE][TILE], sb[TILE][TILE + 1];
  int row = ROW, column = COLUMN, x = threadIdx.x, y = threadIdx.y;
  float s = 0;
  for (int t = 0; t < k; t += TILE) {
    sa[y][x] = row < m && t + x < k ? a[row * k + t + x] : 0;
    sb[y][x] = column < n && t + y < k ? b[(t + y) * n + column] : 0;
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < TILE; i++) s += sa[y][i] * sb[i][x];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = s;
}

// Each thread computes 4 x 4 elements held in registers.
extern "C" __global__ void matmul_registers(const float *a, const float *b, float *c, int n) {
  __shared__ float sa[8][32], sb[8][32];
  float acc[4][4] = {};
  int t = threadIdx.y * 8 + threadIdx.x, row = blockIdx.y * 32, column = blockIdx.x * 32;
  for (int k = 0; k < n; k += 8) {
    for (int i = t; i < 256; i += 64) {
      sa[i % 8][i / 8] = a[(row + i / 8) * n + k + i % 8];
      sb[i / 32][i % 32] = b[(k + i / 32) * n + column + i % 32];
    }
    __syncthreads();
    for (int i = 0; i < 8; i++)
      for (int p = 0; p < 4; p++)
        for (int q = 0; q < 4; q++) acc[p][q] = fmaf(sa[i][threadIdx.y * 4 + p], sb[i][threadIdx.x * 4 + q], acc[p][q]);
    __syncthreads();
  }
  for (int p = 0; p < 4; p++)
    *(float4 *)&c[(row + threadIdx.y * 4 + p) * n + column + threadIdx.x * 4] = make_float4(acc[p][0], acc[p][1], acc[p][2], acc[p][3]);
}

extern "C" __global__ void matmul_int8(const signed char *a, const signed char *b, int *c, int m, int n, int k) {
  int row = ROW, column = COLUMN;
  if (row >= m || column >= n) return;
  int s = 0;
  for (int i = 0; i < k; i += 4) s = __dp4a(*(const int *)&a[row * k + i], *(const int *)&b[column * k + i], s);
  c[row * n + column] = s;
}

extern "C" __global__ void complex_matmul(const double2 *a, const double2 *b, double2 *c, int n) {
  int row = ROW, column = COLUMN;
  if (row >= n || column >= n) return;
  double2 s = make_double2(0, 0);
  for (int i = 0; i < n; i++) {
    double2 p = a[row * n + i], q = b[i * n + column];
    s.x += p.x * q.x - p.y * q.y;
    s.y += p.x * q.y + p.y * q.x;
  }
  c[row * n + column] = s;
}

extern "C" __global__ void transpose_tiled(const float *in, float *out, int rows, int columns) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int j = 0; j < 16; j += 4) if (x < columns && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * columns + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  for (int j = 0; j < 16; j += 4) if (x < rows && y + j < columns) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void gemv(const double *a, const double *x, double *y, double alpha, double beta, int rows, int columns) {
  __shared__ double s[32];
  int row = blockIdx.x, t = threadIdx.x;
  double v = 0;
  for (int i = t; i < columns; i += 32) v += a[row * columns + i] * x[i];
  s[t] = v;
  __syncwarp();
  if (t == 0) { for (int i = 1; i < 32; i++) v += s[i]; y[row] = alpha * v + beta * y[row]; }
}

// LU without pivoting: one launch, one block, the matrix in shared memory.
extern "C" __global__ void lu(float *a, int n) {
  extern __shared__ float m[];
  int t = threadIdx.x;
  for (int i = t; i < n * n; i += blockDim.x) m[i] = a[i];
  for (int k = 0; k < n; k++) {
    __syncthreads();
    for (int i = k + 1 + t; i < n; i += blockDim.x) m[i * n + k] /= m[k * n + k];
    __syncthreads();
    for (int i = t; i < (n - k - 1) * (n - k - 1); i += blockDim.x) {
      int r = k + 1 + i / (n - k - 1), c = k + 1 + i % (n - k - 1);
      m[r * n + c] -= m[r * n + k] * m[k * n + c];
    }
  }
  __syncthreads();
  for (int i = t; i < n * n; i += blockDim.x) a[i] = m[i];
}

extern "C" __global__ void cholesky(double *a, int n) {
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    if (t == 0) a[k * n + k] = sqrt(a[k * n + k]);
    __syncthreads();
    if (t > k && t < n) a[t * n + k] /= a[k * n + k];
    __syncthreads();
    if (t > k && t < n) for (int j = k + 1; j <= t; j++) a[t * n + j] -= a[t * n + k] * a[j * n + k];
    __syncthreads();
  }
}

extern "C" __global__ void gram_schmidt(double *q, double *r, int rows, int columns) {
  __shared__ double s[64];
  int t = threadIdx.x;
  for (int k = 0; k < columns; k++) {
    s[t] = t < rows ? q[t * columns + k] * q[t * columns + k] : 0;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
    double length = sqrt(s[0]);
    __syncthreads();
    if (t == 0) r[k * columns + k] = length;
    if (t < rows) q[t * columns + k] /= length;
    for (int j = k + 1; j < columns; j++) {
      s[t] = t < rows ? q[t * columns + k] * q[t * columns + j] : 0;
      __syncthreads();
      for (int d = 32; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
      double dot = s[0];
      __syncthreads();
      if (t == 0) r[k * columns + j] = dot;
      if (t < rows) q[t * columns + j] -= dot * q[t * columns + k];
    }
  }
}

extern "C" __global__ void gauss_jordan(const double *in, double *inverse, int n) {
  double a[6][12];
  in += INDEX * n * n; inverse += INDEX * n * n;
  for (int r = 0; r < n; r++) for (int c = 0; c < 2 * n; c++) a[r][c] = c < n ? in[r * n + c] : c - n == r;
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int r = k + 1; r < n; r++) if (fabs(a[r][k]) > fabs(a[pivot][k])) pivot = r;
    for (int c = 0; c < 2 * n; c++) { double v = a[k][c]; a[k][c] = a[pivot][c]; a[pivot][c] = v; }
    double d = 1 / a[k][k];
    for (int c = 0; c < 2 * n; c++) a[k][c] *= d;
    for (int r = 0; r < n; r++) if (r != k) { double f = a[r][k]; for (int c = 0; c < 2 * n; c++) a[r][c] -= f * a[k][c]; }
  }
  for (int r = 0; r < n; r++) for (int c = 0; c < n; c++) inverse[r * n + c] = a[r][n + c];
}

extern "C" __global__ void thomas(const float *lower, const float *diagonal, const float *upper, const float *right, float *x, int n, int systems) {
  int s = INDEX;
  if (s >= systems) return;
  float c[32], d[32];
  c[0] = upper[s] / diagonal[s];
  d[0] = right[s] / diagonal[s];
  for (int i = 1; i < n; i++) {
    int k = i * systems + s;
    float m = 1 / (diagonal[k] - lower[k] * c[i - 1]);
    c[i] = upper[k] * m;
    d[i] = (right[k] - lower[k] * d[i - 1]) * m;
  }
  x[(n - 1) * systems + s] = d[n - 1];
  for (int i = n - 2; i >= 0; i--) x[i * systems + s] = d[i] - c[i] * x[(i + 1) * systems + s];
}

extern "C" __global__ void jacobi(const double *a, const double *b, const double *x, double *next, double *change, int n) {
  int i = INDEX;
  if (i >= n) return;
  double s = b[i];
  for (int j = 0; j < n; j++) if (j != i) s -= a[i * n + j] * x[j];
  next[i] = s / a[i * n + i];
  atomicMax((unsigned long long *)change, (unsigned long long)__double_as_longlong(fabs(next[i] - x[i])));
}

// Conjugate gradients on the Laplacian of a line, in one block.
extern "C" __global__ void conjugate_gradients(const double *b, double *x, int n, int steps) {
  __shared__ double p[130], s[128];
  int t = threadIdx.x;
  double r = t < n ? b[t] : 0, xi = 0;
  auto sum = [&](double v) {
    s[t] = v;
    __syncthreads();
    for (int d = 64; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
    double total = s[0];
    __syncthreads();
    return total;
  };
  if (t < 2) p[t * (n + 1)] = 0;
  if (t < n) p[t + 1] = r;
  double rr = sum(r * r);
  for (int k = 0; k < steps && rr > 1e-24; k++) {
    double ap = t < n ? 2 * p[t + 1] - p[t] - p[t + 2] : 0;
    double alpha = rr / sum(t < n ? p[t + 1] * ap : 0);
    if (t < n) xi += alpha * p[t + 1];
    r -= alpha * ap;
    double next = sum(r * r);
    if (t < n) p[t + 1] = r + next / rr * p[t + 1];
    __syncthreads();
    rr = next;
  }
  if (t < n) x[t] = xi;
}

extern "C" __global__ void spmv_csr(const int *starts, const int *columns, const float *values, const float *x, float *y, int rows) {
  int row = INDEX;
  if (row >= rows) return;
  float s = 0;
  for (int k = starts[row]; k < starts[row + 1]; k++) s += values[k] * x[columns[k]];
  y[row] = s;
}

// A warp for each row.
extern "C" __global__ void spmv_csr_vector(const int *starts, const int *columns, const float *values, const float *x, float *y, int rows) {
  int row = INDEX / 32, lane = threadIdx.x & 31;
  if (row >= rows) return;
  float s = 0;
  for (int k = starts[row] + lane; k < starts[row + 1]; k += 32) s += values[k] * x[columns[k]];
  for (int d = 16; d; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
  if (lane == 0) y[row] = s;
}

extern "C" __global__ void spmv_ell(const int *columns, const float *values, const float *x, float *y, int rows, int width) {
  int row = INDEX;
  if (row >= rows) return;
  float s = 0;
  for (int k = 0; k < width; k++) { int c = columns[k * rows + row]; if (c >= 0) s += values[k * rows + row] * x[c]; }
  y[row] = s;
}

extern "C" __global__ void spmv_coo(const int *rows, const int *columns, const float *values, const float *x, float *y, int n) {
  int i = INDEX;
  if (i < n) atomicAdd(&y[rows[i]], values[i] * x[columns[i]]);
}

extern "C" __global__ void givens(double *m, int n, int stride) {
  m += INDEX * 2 * stride;
  double a = m[0], b = m[stride], r = hypot(a, b), c = a / r, s = b / r;
  for (int j = 0; j < n; j++) { double p = m[j], q = m[stride + j]; m[j] = c * p + s * q; m[stride + j] = c * q - s * p; }
}

extern "C" __global__ void power_iteration(const float *a, float *v, float *eigenvalue, int n, int steps) {
  __shared__ float x[48], y[48];
  int t = threadIdx.x;
  if (t < n) x[t] = 1;
  for (int k = 0; k < steps; k++) {
    __syncthreads();
    if (t < n) { float s = 0; for (int j = 0; j < n; j++) s += a[t * n + j] * x[j]; y[t] = s; }
    __syncthreads();
    float largest = 0;
    for (int j = 0; j < n; j++) largest = fmaxf(largest, fabsf(y[j]));
    if (t < n) x[t] = y[t] / largest;
    if (t == 0) *eigenvalue = largest;
  }
  if (t < n) v[t] = x[t];
}
