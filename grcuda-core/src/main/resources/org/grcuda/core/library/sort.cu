// Radix sort from the least to the most significant 8 bits. Each pass counts the digits of every
// chunk, scans the counts digit by digit (scan.cu), and moves the elements to their places; equal
// digits keep their order.

// Bits of a key that are ordered as the keys are. KIND 0: unsigned, 1: signed, 2: floating.
template <typename U, int KIND, bool DESCENDING> __device__ inline u32 digit(U key, long long shift) {
  const U sign = (U)(U(1) << (8 * sizeof(U) - 1));
  if (KIND == 1) key ^= sign;
  if (KIND == 2) {
    if (key == sign) key = 0;
    key = key & sign ? (U)~key : (U)(key | sign);
  }
  u32 bits = (u32)(key >> shift) & 255;
  return DESCENDING ? 255 - bits : bits;
}

// The lanes with the same digit as this one. Digit 256 stands for no element.
__device__ inline u32 peers(u32 digit) {
  u32 same = ALL;
  for (int bit = 0; bit < 9; bit++) {
    u32 set = __ballot_sync(ALL, digit >> bit & 1);
    same &= digit >> bit & 1 ? set : ~set;
  }
  return same;
}

template <typename U, int KIND, bool DESCENDING>
__global__ void countDigits(const U *keys, long long shift, long long n, long long chunk, long long *counts) {
  __shared__ u32 count[257];
  for (u32 d = lane(); d < 257; d += 32) count[d] = 0;
  __syncwarp();
  long long end = chunkEnd(n, chunk);
  for (long long i = chunkBegin(chunk); i < end; i += 32) {
    bool inside = i + lane() < end;
    u32 d = inside ? digit<U, KIND, DESCENDING>(keys[i + lane()], shift) : 256;
    atomicAdd(&count[d], 1u);
  }
  __syncwarp();
  for (u32 d = lane(); d < 256; d += 32) counts[(long long)d * gridDim.x + blockIdx.x] = count[d];
}

template <typename U, int KIND, bool DESCENDING, typename V>
__global__ void moveByDigit(const U *keys, const V *values, const long long *places, long long shift,
                            long long n, long long chunk, U *keysOut, V *valuesOut) {
  __shared__ long long place[257];
  for (u32 d = lane(); d < 256; d += 32) place[d] = places[(long long)d * gridDim.x + blockIdx.x];
  if (lane() == 0) place[256] = 0;
  __syncwarp();
  long long end = chunkEnd(n, chunk);
  for (long long i = chunkBegin(chunk); i < end; i += 32) {
    bool inside = i + lane() < end;
    U key = inside ? keys[i + lane()] : 0;
    u32 d = inside ? digit<U, KIND, DESCENDING>(key, shift) : 256;
    u32 same = peers(d);
    long long first = place[d];
    __syncwarp();
    if ((same & lanesBelow()) == 0) place[d] = first + __popc(same);
    __syncwarp();
    if (inside) {
      long long target = first + __popc(same & lanesBelow());
      keysOut[target] = key;
      if (values) valuesOut[target] = values[i + lane()];
    }
  }
}
