// Elements that a rule keeps, in their order. Those kept are counted for each chunk, the counts are
// scanned (scan.cu), and each chunk then writes its own.

struct Flagged {
  template <typename T, typename F>
  static __device__ bool keeps(const T *in, const F *flags, T, long long i) { return flags[i] != 0; }
};
struct Unique {
  template <typename T, typename F>
  static __device__ bool keeps(const T *in, const F *, T, long long i) {
    return i == 0 || !(in[i] == in[i - 1]);
  }
};
#define COMPARISON(name, op)                                                   \
  struct name {                                                                \
    template <typename T, typename F>                                          \
    static __device__ bool keeps(const T *in, const F *, T v, long long i) {   \
      return in[i] op v;                                                       \
    }                                                                          \
  };
COMPARISON(Less, <)
COMPARISON(LessOrEqual, <=)
COMPARISON(Greater, >)
COMPARISON(GreaterOrEqual, >=)
COMPARISON(Equal, ==)
COMPARISON(NotEqual, !=)

template <typename T, typename F, typename Rule>
__global__ void countKept(const T *in, const F *flags, long long value, long long n,
                          long long chunk, long long *counts) {
  long long count = 0, end = chunkEnd(n, chunk);
  for (long long i = chunkBegin(chunk) + lane(); i < end; i += 32) {
    count += Rule::keeps(in, flags, given<T>(value), i);
  }
  count = combine<Sum>(count);
  if (lane() == 0) counts[blockIdx.x] = count;
}

template <typename T, typename F, typename Rule, typename C>
__global__ void moveKept(const T *in, const F *flags, long long value, const long long *before,
                         long long n, long long chunk, T *out, C *count) {
  long long at = before[blockIdx.x], end = chunkEnd(n, chunk);
  for (long long i = chunkBegin(chunk) + lane(); i - lane() < end; i += 32) {
    bool kept = i < end && Rule::keeps(in, flags, given<T>(value), i);
    u32 all = __ballot_sync(ALL, kept);
    if (kept) out[at + __popc(all & lanesBelow())] = in[i];
    at += __popc(all);
  }
  if (blockIdx.x == gridDim.x - 1 && lane() == 0) *count = (C)at;
}
