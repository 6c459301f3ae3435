// One value from many: whole arrays, the places of extremes, segments.

// The elements of a chunk, combined. Each lane combines every 32nd, then the lanes are combined.
template <typename Op, typename In, typename Out>
__device__ inline Out reduceRange(const In *in, long long begin, long long end) {
  Out value = Op::template identity<Out>();
  for (long long i = begin + lane(); i < end; i += 32) value = Op::of(value, (Out)in[i]);
  return combine<Op>(value);
}

template <typename In, typename Out, typename Op>
__global__ void reduce(const In *in, long long n, long long chunk, Out *out) {
  Out value = reduceRange<Op, In, Out>(in, chunkBegin(chunk), chunkEnd(n, chunk));
  if (lane() == 0) out[blockIdx.x] = Op::of(Op::template start<Out>(), value);
}

template <typename In, typename Out, typename Op, typename I>
__global__ void reduceSegments(const In *in, const I *begin, const I *end, Out *out) {
  Out value = reduceRange<Op, In, Out>(in, begin[blockIdx.x], end[blockIdx.x]);
  if (lane() == 0) out[blockIdx.x] = Op::of(Op::template start<Out>(), value);
}

// Whether value a at i precedes value b at j: the first of equal ones, and of those not a number.
template <typename T, bool LEAST>
__device__ inline bool precedes(T a, long long i, T b, long long j) {
  bool unordered = a != a, other = b != b;
  if (unordered || other) return unordered && (!other || i < j);
  return (LEAST ? a < b : b < a) || a == b && i < j;
}

// The place and the value of the extreme of each chunk; places, if given, are those of the values.
template <typename T, bool LEAST, typename I>
__global__ void argReduce(const T *in, const long long *places, long long n, long long chunk,
                          I *place, T *value) {
  long long begin = chunkBegin(chunk), end = chunkEnd(n, chunk);
  long long best = places ? places[begin] : begin;
  T extreme = in[begin];
  for (long long i = begin + lane(); i < end; i += 32) {
    long long at = places ? places[i] : i;
    if (precedes<T, LEAST>(in[i], at, extreme, best)) {
      extreme = in[i];
      best = at;
    }
  }
  for (int distance = 16; distance > 0; distance /= 2) {
    T other = from(extreme, (lane() + distance) & 31);
    long long at = from(best, (lane() + distance) & 31);
    if (precedes<T, LEAST>(other, at, extreme, best)) {
      extreme = other;
      best = at;
    }
  }
  if (lane() == 0) {
    place[blockIdx.x] = (I)best;
    value[blockIdx.x] = extreme;
  }
}
