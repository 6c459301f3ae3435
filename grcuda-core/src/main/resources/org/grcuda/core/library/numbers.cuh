// Real and complex numbers. Every other file of this folder is compiled with this one before it.
// Sums are kept in double precision whatever the element type.

template <typename R> struct Complex {
  R re, im;
};

typedef Complex<float> complex64;
typedef Complex<double> complex128;

template <typename T> struct Accumulator {
  typedef double Type;
  static const int parts = 1;
};
template <typename R> struct Accumulator<Complex<R>> {
  typedef complex128 Type;
  static const int parts = 2;
};

__device__ inline double load(const float *p) { return *p; }
__device__ inline double load(const double *p) { return *p; }
template <typename R> __device__ inline complex128 load(const Complex<R> *p) {
  return {p->re, p->im};
}

__device__ inline void store(float *p, double v) { *p = (float)v; }
__device__ inline void store(double *p, double v) { *p = v; }
template <typename R> __device__ inline void store(Complex<R> *p, complex128 v) {
  p->re = (R)v.re;
  p->im = (R)v.im;
}

__device__ inline complex128 operator+(complex128 a, complex128 b) {
  return {a.re + b.re, a.im + b.im};
}
__device__ inline complex128 operator*(complex128 a, complex128 b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__device__ inline bool isZero(double a) { return a == 0; }
__device__ inline bool isZero(complex128 a) { return a.re == 0 && a.im == 0; }

__device__ inline double conjugate(double a, int) { return a; }
__device__ inline complex128 conjugate(complex128 a, int yes) { return {a.re, yes ? -a.im : a.im}; }

__device__ inline void setZero(double &a) { a = 0; }
__device__ inline void setZero(complex128 &a) { a.re = a.im = 0; }

// A factor such as alpha: in device memory, or given with the launch where the pointer is null.
__device__ inline double factor(const float *p, double re, double) { return p ? *p : re; }
__device__ inline double factor(const double *p, double re, double) { return p ? *p : re; }
template <typename R>
__device__ inline complex128 factor(const Complex<R> *p, double re, double im) {
  if (p) return load(p);
  return {re, im};
}

__device__ inline long long thread() { return (long long)blockIdx.x * blockDim.x + threadIdx.x; }

// Where element 0 of a vector of n elements lies: with a negative increment, at the end.
__device__ inline long long origin(long long n, long long inc) { return inc < 0 ? (1 - n) * inc : 0; }

// beta * y + value, where y is not read if beta is 0.
template <typename T, typename A> __device__ inline void update(T *y, A beta, A value) {
  store(y, isZero(beta) ? value : value + beta * load(y));
}
