// What the device-wide algorithms share. A block is one warp. It works on a chunk of neighbouring
// elements, 32 at a time. How many chunks there are follows from the number of elements alone.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

static constexpr u32 ALL = 0xffffffffu;

__device__ inline long long chunkBegin(long long chunk) { return (long long)blockIdx.x * chunk; }
__device__ inline long long chunkEnd(long long n, long long chunk) {
  long long end = chunkBegin(chunk) + chunk;
  return end < n ? end : n;
}

template <typename T> struct Limits {
  static constexpr bool isSigned = T(-1) < T(0);
  static constexpr u64 bits = ~0ull >> (64 - 8 * sizeof(T) + isSigned);
  static __device__ T most() { return T(bits); }
  static __device__ T least() { return T(isSigned ? ~bits : 0); }
};
template <> struct Limits<float> {
  static __device__ float most() { return __int_as_float(0x7f800000); }
  static __device__ float least() { return -most(); }
};
template <> struct Limits<double> {
  static __device__ double most() { return __longlong_as_double(0x7ff0000000000000ll); }
  static __device__ double least() { return -most(); }
};

// identity: changes no value. start: what a reduction of no elements gives.
struct Sum {
  template <typename T> static __device__ T identity() { return T(-0.0); }
  template <typename T> static __device__ T start() { return T(0); }
  template <typename T> static __device__ T of(T a, T b) { return a + b; }
};
struct Prod {
  template <typename T> static __device__ T identity() { return T(1); }
  template <typename T> static __device__ T start() { return T(1); }
  template <typename T> static __device__ T of(T a, T b) { return a * b; }
};
// A value that is not a number stays.
struct Min {
  template <typename T> static __device__ T identity() { return Limits<T>::most(); }
  template <typename T> static __device__ T start() { return Limits<T>::most(); }
  template <typename T> static __device__ T of(T a, T b) { return a < b || a != a ? a : b; }
};
struct Max {
  template <typename T> static __device__ T identity() { return Limits<T>::least(); }
  template <typename T> static __device__ T start() { return Limits<T>::least(); }
  template <typename T> static __device__ T of(T a, T b) { return a > b || a != a ? a : b; }
};

__device__ inline u32 lane() { return threadIdx.x; }
__device__ inline u32 lanesBelow() { return (1u << lane()) - 1; }

// Moves a value of any of the types between lanes.
template <typename T> __device__ inline T up(T value, int distance) {
  if (sizeof(T) == 8) {
    u64 bits = __shfl_up_sync(ALL, *(u64 *)&value, distance);
    return *(T *)&bits;
  }
  return (T)__shfl_up_sync(ALL, value, distance);
}
template <typename T> __device__ inline T from(T value, int source) {
  if (sizeof(T) == 8) {
    u64 bits = __shfl_sync(ALL, *(u64 *)&value, source);
    return *(T *)&bits;
  }
  return (T)__shfl_sync(ALL, value, source);
}

// Combines the values of all lanes in the order of the lanes; every lane gets the result.
template <typename Op, typename T> __device__ inline T combine(T value) {
  for (int distance = 1; distance < 32; distance *= 2) {
    T other = from(value, (lane() + distance) & 31);
    if (lane() % (2 * distance) == 0) value = Op::of(value, other);
  }
  return from(value, 0);
}

// The values of this lane and of those below it, combined.
template <typename Op, typename T> __device__ inline T scanLanes(T value) {
  for (int distance = 1; distance < 32; distance *= 2) {
    T other = up(value, distance);
    if (lane() >= distance) value = Op::of(other, value);
  }
  return value;
}

// A value given with the call, as the bits of its type.
template <typename T> __device__ inline T given(long long bits) { return *(T *)&bits; }
