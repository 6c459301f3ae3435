// Prefixes of an array. Chunks are reduced first (reduce.cu), their results are scanned by one
// block, and each chunk is then scanned from what precedes it: no block waits for another.

// What is written. EXCLUSIVE begins with a value of the call, BEFORE with nothing.
static constexpr int INCLUSIVE = 0, EXCLUSIVE = 1, BEFORE = 2;

template <typename In, typename Out, typename Op, int MODE>
__global__ void scan(const In *in, const Out *before, long long init, long long n, long long chunk,
                     Out *out) {
  Out carry = before ? before[blockIdx.x] : Op::template identity<Out>();
  long long end = chunkEnd(n, chunk);
  for (long long i = chunkBegin(chunk) + lane(); i - lane() < end; i += 32) {
    Out value = i < end ? (Out)in[i] : Op::template identity<Out>();
    value = scanLanes<Op>(value);
    Out last = from(value, 31);
    if (MODE != INCLUSIVE) {
      value = up(value, 1);
      if (lane() == 0) value = Op::template identity<Out>();
    }
    value = Op::of(carry, value);
    if (MODE == EXCLUSIVE) value = Op::of(given<Out>(init), value);
    if (i < end) out[i] = value;
    carry = Op::of(carry, last);
  }
}
