// Runs of equal neighbouring keys: scans and reductions that begin anew with each run. What comes
// before a chunk is the number of runs that have begun, and the value of the last of them.

template <typename K> __device__ inline bool begins(const K *keys, long long i) {
  return i == 0 || !(keys[i] == keys[i - 1]);
}

// The values from the last head, or from the carried value if there is none, to this lane.
template <typename Op, typename T> __device__ inline T scanRun(T value, bool head, T carry) {
  u32 begun = head;
  for (int distance = 1; distance < 32; distance *= 2) {
    T other = up(value, distance);
    u32 otherBegun = __shfl_up_sync(ALL, begun, distance);
    if (lane() >= distance) {
      if (!begun) value = Op::of(other, value);
      begun |= otherBegun;
    }
  }
  return begun ? value : Op::of(carry, value);
}

// The value of an element; 1 for each if the runs are only counted.
template <typename Op, typename In, typename Out>
__device__ inline Out valueAt(const In *in, long long i, long long end) {
  return i >= end ? Op::template identity<Out>() : in ? (Out)in[i] : Out(1);
}

template <typename K, typename In, typename Out, typename Op>
__global__ void runPartials(const K *keys, const In *in, long long n, long long chunk,
                            long long *heads, Out *values) {
  long long count = 0, end = chunkEnd(n, chunk);
  Out carry = Op::template identity<Out>();
  for (long long i = chunkBegin(chunk) + lane(); i - lane() < end; i += 32) {
    bool head = i < end && begins(keys, i);
    carry = from(scanRun<Op>(valueAt<Op, In, Out>(in, i, end), head, carry), 31);
    count += __popc(__ballot_sync(ALL, head));
  }
  if (lane() == 0) {
    heads[blockIdx.x] = count;
    values[blockIdx.x] = carry;
  }
}

// Of each chunk: what comes before it. One block.
template <typename Out, typename Op>
__global__ void runTotals(const long long *heads, const Out *values, long long chunks,
                          long long *headsBefore, Out *valuesBefore) {
  long long count = 0;
  Out carry = Op::template identity<Out>();
  for (long long i = lane(); i - lane() < chunks; i += 32) {
    long long begun = i < chunks ? heads[i] : 0;
    Out value = i < chunks ? values[i] : Op::template identity<Out>();
    long long all = scanLanes<Sum>(begun);
    value = scanRun<Op>(value, begun > 0, carry);
    Out previous = up(value, 1);
    if (i < chunks) {
      headsBefore[i] = count + all - begun;
      valuesBefore[i] = lane() == 0 ? carry : previous;
    }
    count += from(all, 31);
    carry = from(value, 31);
  }
}

template <typename K, typename In, typename Out, typename Op, bool EXCLUSIVE>
__global__ void scanRuns(const K *keys, const In *in, const Out *valuesBefore, long long init,
                         long long n, long long chunk, Out *out) {
  long long end = chunkEnd(n, chunk);
  Out carry = valuesBefore[blockIdx.x];
  for (long long i = chunkBegin(chunk) + lane(); i - lane() < end; i += 32) {
    bool head = i < end && begins(keys, i);
    Out value = scanRun<Op>(valueAt<Op, In, Out>(in, i, end), head, carry);
    Out previous = up(value, 1);
    if (lane() == 0) previous = carry;
    carry = from(value, 31);
    if (EXCLUSIVE) value = head ? given<Out>(init) : Op::of(given<Out>(init), previous);
    if (i < end) out[i] = value;
  }
}

template <typename K, typename In, typename Out, typename Op, typename C>
__global__ void reduceRuns(const K *keys, const In *in, const long long *headsBefore,
                           const Out *valuesBefore, long long n, long long chunk, K *unique,
                           Out *out, C *runs) {
  long long run = headsBefore[blockIdx.x] - 1, end = chunkEnd(n, chunk);
  Out carry = valuesBefore[blockIdx.x];
  for (long long i = chunkBegin(chunk) + lane(); i - lane() < end; i += 32) {
    bool head = i < end && begins(keys, i);
    u32 heads = __ballot_sync(ALL, head);
    Out value = scanRun<Op>(valueAt<Op, In, Out>(in, i, end), head, carry);
    long long own = run + __popc(heads & (lanesBelow() | 1u << lane()));
    if (head) unique[own] = keys[i];
    if (i < end && (i == n - 1 || begins(keys, i + 1))) out[own] = value;
    carry = from(value, 31);
    run += __popc(heads);
  }
  if (blockIdx.x == gridDim.x - 1 && lane() == 0) *runs = (C)(run + 1);
}
