// Combines two arrays element by element: what the reductions of routers come down to.

struct half_bits {
  unsigned short bits;
};

template <typename R> struct Complex {
  R re, im;
};

// The type in which elements are combined.
template <typename T> struct As {
  typedef T type;
  static __device__ T in(T value) { return value; }
  static __device__ T out(T value) { return value; }
};
template <> struct As<half_bits> {
  static __device__ float in(half_bits half) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(half.bits));
    return value;
  }
  static __device__ half_bits out(float value) {
    half_bits half;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half.bits) : "f"(value));
    return half;
  }
};

struct Sum {
  template <typename T> static __device__ T of(T a, T b) { return a + b; }
  template <typename R> static __device__ Complex<R> of(Complex<R> a, Complex<R> b) { return {a.re + b.re, a.im + b.im}; }
};
struct Prod {
  template <typename T> static __device__ T of(T a, T b) { return a * b; }
  template <typename R> static __device__ Complex<R> of(Complex<R> a, Complex<R> b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
};
// A value that is not a number stays.
struct Min {
  template <typename T> static __device__ T of(T a, T b) { return a < b || a != a ? a : b; }
};
struct Max {
  template <typename T> static __device__ T of(T a, T b) { return a > b || a != a ? a : b; }
};

template <typename Op, typename T> __global__ void combine(T *x, const T *y, long long n) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = As<T>::out(Op::of(As<T>::in(x[i]), As<T>::in(y[i])));
}
