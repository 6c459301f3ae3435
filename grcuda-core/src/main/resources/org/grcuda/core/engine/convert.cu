// Copies elements to elements of another type, or to other places: what astype, copies of strided views and
// assignments to them come down to. Elements count along up to three dimensions, x fastest.

struct half_bits {
  unsigned short bits;
};

template <typename R> struct Complex {
  R re, im;
};

template <typename To, typename From> struct Cast {
  static __device__ To of(From value) { return (To)value; }
};
template <typename From> struct Cast<half_bits, From> {
  static __device__ half_bits of(From value) {
    half_bits half;
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(half.bits) : "d"((double)value));
    return half;
  }
};
template <typename To> struct Cast<To, half_bits> {
  static __device__ To of(half_bits half) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(half.bits));
    return (To)value;
  }
};
template <> struct Cast<half_bits, half_bits> {
  static __device__ half_bits of(half_bits value) { return value; }
};
template <typename R, typename From> struct Cast<Complex<R>, From> {
  static __device__ Complex<R> of(From value) { return {Cast<R, From>::of(value), 0}; }
};
template <typename R> struct Cast<Complex<R>, half_bits> {
  static __device__ Complex<R> of(half_bits value) { return {Cast<R, half_bits>::of(value), 0}; }
};
template <typename R, typename S> struct Cast<Complex<R>, Complex<S>> {
  static __device__ Complex<R> of(Complex<S> value) { return {(R)value.re, (R)value.im}; }
};

// Where elements follow each other on both sides.
template <typename To, typename From> __global__ void convertDense(To *to, const From *from, long long n) {
  long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (x < n) to[x] = Cast<To, From>::of(from[x]);
}

template <typename To, typename From>
__global__ void convert(To *to, const From *from, long long nx, long long ny, long long nz,
                        long long toX, long long toY, long long toZ,
                        long long fromX, long long fromY, long long fromZ) {
  long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= nx) return;
  for (long long z = blockIdx.z; z < nz; z += gridDim.z) {
    for (long long y = blockIdx.y; y < ny; y += gridDim.y) {
      to[x * toX + y * toY + z * toZ] = Cast<To, From>::of(from[x * fromX + y * fromY + z * fromZ]);
    }
  }
}
