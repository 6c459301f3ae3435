// BLAS level 1. Reductions are made of one partial result for each of the chunks of the vectors.

template <typename T>
__global__ void axpy(long long n, const T *alpha, double alphaRe, double alphaIm, const T *x,
                     long long incx, T *y, long long incy) {
  long long i = thread();
  if (i >= n) return;
  auto a = factor(alpha, alphaRe, alphaIm);
  if (isZero(a)) return;
  T *target = y + origin(n, incy) + i * incy;
  store(target, load(target) + a * load(x + origin(n, incx) + i * incx));
}

template <typename T>
__global__ void scal(long long n, const T *alpha, double alphaRe, double alphaIm, T *x,
                     long long incx) {
  long long i = thread();
  if (i >= n) return;
  store(x + i * incx, factor(alpha, alphaRe, alphaIm) * load(x + i * incx));
}

template <typename T>
__global__ void dotPartial(long long n, long long chunk, int conjugated, const T *x, long long incx,
                           const T *y, long long incy, double *partial) {
  long long t = thread(), first = t * chunk;
  if (first >= n) return;
  long long last = first + chunk < n ? first + chunk : n;
  x += origin(n, incx);
  y += origin(n, incy);
  typename Accumulator<T>::Type sum;
  setZero(sum);
  for (long long i = first; i < last; i++) {
    sum = sum + conjugate(load(x + i * incx), conjugated) * load(y + i * incy);
  }
  store((typename Accumulator<T>::Type *)partial + t, sum);
}

template <typename T>
__global__ void dotTotal(int chunks, const double *partial, T *result) {
  typename Accumulator<T>::Type sum;
  setZero(sum);
  for (int t = 0; t < chunks; t++) {
    sum = sum + load((const typename Accumulator<T>::Type *)partial + t);
  }
  store(result, sum);
}

// Squares of numbers too large or too small for it are summed scaled (Blue, "A portable Fortran
// program to find the Euclidean norm of a vector", ACM TOMS 4, 1978), so that nothing overflows.
struct Squares {
  double small, middle, large;
};

static constexpr double TINY = 0x1p-511, HUGE_ = 0x1p486, UP = 0x1p537, DOWN = 0x1p-538;

__device__ inline void add(Squares &s, double v) {
  v = v < 0 ? -v : v;
  if (v > HUGE_) {
    s.large += (v * DOWN) * (v * DOWN);
  } else if (v < TINY) {
    s.small += (v * UP) * (v * UP);
  } else {
    s.middle += v * v;
  }
}
__device__ inline void add(Squares &s, complex128 v) {
  add(s, v.re);
  add(s, v.im);
}

template <typename T>
__global__ void nrm2Partial(long long n, long long chunk, const T *x, long long incx,
                            double *partial) {
  long long t = thread(), first = t * chunk;
  if (first >= n) return;
  long long last = first + chunk < n ? first + chunk : n;
  Squares sum = {0, 0, 0};
  for (long long i = first; i < last; i++) add(sum, load(x + i * incx));
  partial[3 * t] = sum.small;
  partial[3 * t + 1] = sum.middle;
  partial[3 * t + 2] = sum.large;
}

template <typename R>
__global__ void nrm2Total(int chunks, const double *partial, R *result) {
  Squares sum = {0, 0, 0};
  for (int t = 0; t < chunks; t++) {
    sum.small += partial[3 * t];
    sum.middle += partial[3 * t + 1];
    sum.large += partial[3 * t + 2];
  }
  double norm;
  if (sum.large > 0) {
    norm = sqrt(sum.large + (sum.middle * DOWN) * DOWN) / DOWN;
  } else if (sum.small > 0 && sum.middle == 0) {
    norm = sqrt(sum.small) / UP;
  } else {
    norm = sqrt(sum.middle + (sum.small / UP) / UP);
  }
  store(result, norm);
}
