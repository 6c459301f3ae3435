// BLAS levels 2 and 3. Element (i, j) of op(A) is A[i * rowStride + j * columnStride], conjugated
// or not, which makes one kernel of all transposes.

template <typename T>
__global__ void gemv(long long rows, long long columns, const T *alpha, double alphaRe,
                     double alphaIm, const T *A, long long rowStride, long long columnStride,
                     int conjugated, const T *x, long long incx, const T *beta, double betaRe,
                     double betaIm, T *y, long long incy) {
  const int TILE = 4;
  long long i = thread() * TILE;
  if (i >= rows) return;
  auto a = factor(alpha, alphaRe, alphaIm);
  typename Accumulator<T>::Type sum[TILE];
  const T *row[TILE];
#pragma unroll
  for (int t = 0; t < TILE; t++) {
    setZero(sum[t]);
    row[t] = A + (i + t < rows ? i + t : rows - 1) * rowStride;
  }
  if (!isZero(a)) {
    x += origin(columns, incx);
    for (long long j = 0; j < columns; j++) {
      auto value = load(x + j * incx);
#pragma unroll
      for (int t = 0; t < TILE; t++) {
        sum[t] = sum[t] + conjugate(load(row[t] + j * columnStride), conjugated) * value;
      }
    }
  }
  auto b = factor(beta, betaRe, betaIm);
  y += origin(rows, incy);
#pragma unroll
  for (int t = 0; t < TILE; t++) {
    if (i + t < rows) update(y + (i + t) * incy, b, isZero(a) ? sum[t] : a * sum[t]);
  }
}

// Each thread computes a tile of C. Beyond the edge it reads the last row or column again.
template <typename T, int TILE>
__global__ void gemm(long long m, long long n, long long k, int batches, const T *alpha,
                     double alphaRe, double alphaIm, const T *A, long long rowStrideA,
                     long long columnStrideA, long long batchStrideA, int conjugatedA, const T *B,
                     long long rowStrideB, long long columnStrideB, long long batchStrideB,
                     int conjugatedB, const T *beta, double betaRe, double betaIm, T *C,
                     long long ldc, long long batchStrideC) {
  long long tilesDown = (m + TILE - 1) / TILE, tilesAcross = (n + TILE - 1) / TILE;
  long long t = thread();
  if (t >= tilesDown * tilesAcross) return;
  long long i = t % tilesDown * TILE, j = t / tilesDown * TILE;
  auto a = factor(alpha, alphaRe, alphaIm);
  auto b = factor(beta, betaRe, betaIm);
  for (int batch = blockIdx.z; batch < batches; batch += gridDim.z) {
    typename Accumulator<T>::Type sum[TILE][TILE];
    const T *left[TILE], *right[TILE];
#pragma unroll
    for (int p = 0; p < TILE; p++) {
      left[p] = A + batch * batchStrideA + (i + p < m ? i + p : m - 1) * rowStrideA;
      right[p] = B + batch * batchStrideB + (j + p < n ? j + p : n - 1) * columnStrideB;
#pragma unroll
      for (int q = 0; q < TILE; q++) setZero(sum[p][q]);
    }
    if (!isZero(a)) {
      for (long long l = 0; l < k; l++) {
        typename Accumulator<T>::Type down[TILE], across[TILE];
#pragma unroll
        for (int p = 0; p < TILE; p++) {
          down[p] = conjugate(load(left[p] + l * columnStrideA), conjugatedA);
          across[p] = conjugate(load(right[p] + l * rowStrideB), conjugatedB);
        }
#pragma unroll
        for (int p = 0; p < TILE; p++) {
#pragma unroll
          for (int q = 0; q < TILE; q++) sum[p][q] = sum[p][q] + down[p] * across[q];
        }
      }
    }
    T *target = C + batch * batchStrideC;
#pragma unroll
    for (int p = 0; p < TILE; p++) {
#pragma unroll
      for (int q = 0; q < TILE; q++) {
        if (i + p < m && j + q < n) {
          auto value = isZero(a) ? sum[p][q] : a * sum[p][q];
          update(target + i + p + (j + q) * ldc, b, value);
        }
      }
    }
  }
}
