// Sparse products, CSR and COO. Dense operands are addressed by two strides each.

// C = alpha * A * op(B) + beta * C, one row of A and one column of op(B) for each thread.
template <typename T, typename I>
__global__ void csrProduct(long long rows, long long columns, const T *alpha, double alphaRe,
                           double alphaIm, const I *rowStarts, const I *indices, const T *values,
                           int base, const T *B, long long rowStrideB, long long columnStrideB,
                           int conjugatedB, const T *beta, double betaRe, double betaIm, T *C,
                           long long rowStrideC, long long columnStrideC) {
  long long t = thread();
  if (t >= rows * columns) return;
  long long row = t % rows, column = t / rows;
  auto a = factor(alpha, alphaRe, alphaIm);
  typename Accumulator<T>::Type sum;
  setZero(sum);
  if (!isZero(a)) {
    const T *from = B + column * columnStrideB;
    long long last = rowStarts[row + 1] - base;
    for (long long q = rowStarts[row] - base; q < last; q++) {
      auto value = conjugate(load(from + (indices[q] - base) * rowStrideB), conjugatedB);
      sum = sum + load(values + q) * value;
    }
    sum = a * sum;
  }
  update(C + row * rowStrideC + column * columnStrideC, factor(beta, betaRe, betaIm), sum);
}

__device__ inline void addTo(double *sums, double value) { atomicAdd(sums, value); }
__device__ inline void addTo(double *sums, complex128 value) {
  atomicAdd(sums, value.re);
  atomicAdd(sums + 1, value.im);
}

// Adds what one element of op(A) contributes to a row of op(A) * op(B).
template <typename T>
__device__ inline void scatter(typename Accumulator<T>::Type value, long long row, long long inner,
                               long long columns, const T *B, long long rowStrideB,
                               long long columnStrideB, int conjugatedB, double *sums) {
  for (long long column = 0; column < columns; column++) {
    auto other = load(B + inner * rowStrideB + column * columnStrideB);
    addTo(sums + (row * columns + column) * Accumulator<T>::parts,
          value * conjugate(other, conjugatedB));
  }
}

// op(A) * op(B) of a transposed CSR matrix, added to sums: one row of A for each thread.
template <typename T, typename I>
__global__ void csrScatter(long long rows, long long columns, const I *rowStarts, const I *indices,
                           const T *values, int base, int conjugated, const T *B,
                           long long rowStrideB, long long columnStrideB, int conjugatedB,
                           double *sums) {
  long long row = thread();
  if (row >= rows) return;
  long long last = rowStarts[row + 1] - base;
  for (long long q = rowStarts[row] - base; q < last; q++) {
    scatter(conjugate(load(values + q), conjugated), (long long)(indices[q] - base), row, columns,
            B, rowStrideB, columnStrideB, conjugatedB, sums);
  }
}

// op(A) * op(B) of a COO matrix, added to sums: one element of A for each thread. For the transpose
// of A the caller exchanges rows and columns.
template <typename T, typename I>
__global__ void cooScatter(long long nonZeros, long long columns, const I *rowIndices,
                           const I *columnIndices, const T *values, int base, int conjugated,
                           const T *B, long long rowStrideB, long long columnStrideB,
                           int conjugatedB, double *sums) {
  long long q = thread();
  if (q >= nonZeros) return;
  scatter(conjugate(load(values + q), conjugated), (long long)(rowIndices[q] - base),
          (long long)(columnIndices[q] - base), columns, B, rowStrideB, columnStrideB, conjugatedB,
          sums);
}

// C = alpha * sums + beta * C.
template <typename T>
__global__ void combine(long long rows, long long columns, const T *alpha, double alphaRe,
                        double alphaIm, const double *sums, const T *beta, double betaRe,
                        double betaIm, T *C, long long rowStrideC, long long columnStrideC) {
  long long t = thread();
  if (t >= rows * columns) return;
  long long row = t / columns, column = t % columns;
  auto a = factor(alpha, alphaRe, alphaIm);
  auto sum = load((const typename Accumulator<T>::Type *)sums + t);
  if (isZero(a)) {
    setZero(sum);
  } else {
    sum = a * sum;
  }
  update(C + row * rowStrideC + column * columnStrideC, factor(beta, betaRe, betaIm), sum);
}

// y = alpha * op(A) * x + beta * y of a dense A and a sparse x.
template <typename T>
__global__ void gemvi(long long rows, int nonZeros, const T *alpha, double alphaRe, double alphaIm,
                      const T *A, long long rowStride, long long columnStride, int conjugated,
                      const T *values, const int *indices, int base, const T *beta, double betaRe,
                      double betaIm, T *y) {
  long long i = thread();
  if (i >= rows) return;
  auto a = factor(alpha, alphaRe, alphaIm);
  typename Accumulator<T>::Type sum;
  setZero(sum);
  if (!isZero(a)) {
    for (int q = 0; q < nonZeros; q++) {
      long long j = indices[q] - base;
      auto element = load(A + i * rowStride + j * columnStride);
      sum = sum + conjugate(element, conjugated) * load(values + q);
    }
    sum = a * sum;
  }
  update(y + i, factor(beta, betaRe, betaIm), sum);
}

// Row starts from row indices in ascending order: for each row, the first element not before it.
__global__ void coo2csr(const int *rowIndices, int nonZeros, int rows, int *rowStarts, int base) {
  long long row = thread();
  if (row > rows) return;
  int low = 0, high = nonZeros;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (rowIndices[middle] - base < row) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  rowStarts[row] = low + base;
}

__global__ void csr2coo(const int *rowStarts, int rows, int *rowIndices, int base) {
  long long row = thread();
  if (row >= rows) return;
  for (int q = rowStarts[row] - base; q < rowStarts[row + 1] - base; q++) {
    rowIndices[q] = (int)row + base;
  }
}
