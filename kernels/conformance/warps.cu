// Warps: shuffles, votes, matches, reductions, full and partial, and under divergence.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define FULL 0xffffffffu

extern "C" __global__ void shuffles(const int *x, int *out) {
  int t = threadIdx.x, v = x[t];
  int *r = out + 8 * t;
  r[0] = __shfl_sync(FULL, v, (t * 7) & 31);
  r[1] = __shfl_up_sync(FULL, v, 3);
  r[2] = __shfl_down_sync(FULL, v, 5);
  r[3] = __shfl_xor_sync(FULL, v, 21);
  r[4] = __shfl_sync(FULL, v, t + 2, 8);
  r[5] = __shfl_up_sync(FULL, v, 1, 16);
  r[6] = __shfl_down_sync(FULL, v, 2, 4);
  r[7] = __shfl_xor_sync(FULL, v, 9, 8);
}

extern "C" __global__ void shuffle_types(const double *d, const long long *l, const float *f, double *outd, long long *outl, float *outf) {
  int t = threadIdx.x;
  outd[t] = __shfl_xor_sync(FULL, d[t], 1);
  outl[t] = __shfl_down_sync(FULL, l[t], 4);
  outf[t] = __shfl_sync(FULL, f[t], 31 - (t & 31));
}

extern "C" __global__ void votes(const int *x, unsigned *ballots, int *anyall) {
  int t = threadIdx.x;
  ballots[t] = __ballot_sync(FULL, x[t] & 1);
  anyall[t] = (__any_sync(FULL, x[t] > 95) != 0) | (__all_sync(FULL, x[t] > 2) != 0) << 1;
}

// Only the odd lanes of the last warp's half meet here.
extern "C" __global__ void partial_masks(const int *x, int *out) {
  int t = threadIdx.x, lane = t & 31;
  out[t] = -1;
  if (lane & 1) {
    out[t] = __shfl_sync(0xaaaaaaaa, x[t], (lane + 2) & 31) + __popc(__ballot_sync(0xaaaaaaaa, x[t] > 0)) * 1000;
  } else if (lane < 8) {
    out[t] = __shfl_xor_sync(0x55, x[t], 2);
  }
}

extern "C" __global__ void short_warp(const int *x, int *out) {
  unsigned mask = __activemask();
  int v = x[threadIdx.x];
  for (int d = 16; d; d >>= 1) {
    int w = __shfl_down_sync(mask, v, d);
    if ((threadIdx.x & 31) + d < min(32u, blockDim.x - (threadIdx.x & ~31))) v += w;
  }
  out[threadIdx.x] = v;
}

extern "C" __global__ void matches(const int *x, const long long *y, unsigned *any, int *all) {
  int t = threadIdx.x, same;
  any[2 * t] = __match_any_sync(FULL, x[t]);
  any[2 * t + 1] = __match_any_sync(FULL, y[t]);
  unsigned m = __match_all_sync(FULL, x[t] >> 8, &same);
  all[t] = same * 2 + (m == FULL);
}

extern "C" __global__ void reduce_sync(const int *x, int *out) {
  int t = threadIdx.x, v = x[t];
  unsigned mask = t & 1 ? 0xaaaaaaaau : 0x55555555u;
  int *r = out + 8 * t;
  r[0] = __reduce_add_sync(FULL, v); r[1] = __reduce_min_sync(FULL, v); r[2] = __reduce_max_sync(FULL, v);
  r[3] = __reduce_min_sync(FULL, (unsigned)v); r[4] = __reduce_max_sync(FULL, (unsigned)v);
  r[5] = __reduce_and_sync(FULL, (unsigned)v | 0xff); r[6] = __reduce_or_sync(FULL, (unsigned)v & 0xf0f0);
  if (t & 1) r[7] = __reduce_xor_sync(mask, (unsigned)v); else r[7] = __reduce_add_sync(mask, (unsigned)v);
}

extern "C" __global__ void warp_scan(const int *x, int *inclusive, int *exclusive) {
  int t = threadIdx.x, lane = t & 31, v = x[t];
  #pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    int w = __shfl_up_sync(FULL, v, d);
    if (lane >= d) v += w;
  }
  inclusive[t] = v;
  exclusive[t] = v - x[t];
}

extern "C" __global__ void block_reduce(const float *x, float *sums, int n) {
  __shared__ float warps[32];
  float s = 0;
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) s += x[i];
  for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(FULL, s, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x < 32) {
    s = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0;
    for (int d = 16; d; d >>= 1) s += __shfl_down_sync(FULL, s, d);
    if (threadIdx.x == 0) sums[blockIdx.x] = s;
  }
}

// One atomic for all active lanes.
extern "C" __global__ void aggregated_filter(const int *x, int *kept, int *count, int n) {
  int i = INDEX;
  if (i >= n) return;
  if (x[i] % 3 == 0) {
    unsigned active = __activemask();
    int lane = threadIdx.x & 31, leader = __ffs(active) - 1, base;
    if (lane == leader) base = atomicAdd(count, __popc(active));
    base = __shfl_sync(active, base, leader);
    unsigned below;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    kept[base + __popc(active & below)] = x[i];
  }
}

extern "C" __global__ void lane_registers(unsigned *out) {
  unsigned *r = out + 8 * threadIdx.x;
  asm("mov.u32 %0, %%laneid;" : "=r"(r[0]));
  asm("mov.u32 %0, %%warpid;" : "=r"(r[1]));
  asm("mov.u32 %0, %%lanemask_eq;" : "=r"(r[2]));
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(r[3]));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r[4]));
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(r[5]));
  asm("mov.u32 %0, %%lanemask_gt;" : "=r"(r[6]));
  r[7] = warpSize;
}

extern "C" __global__ void warp_bitonic(int *x) {
  int t = threadIdx.x, lane = t & 31, v = x[INDEX];
  for (int k = 2; k <= 32; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      int w = __shfl_xor_sync(FULL, v, j);
      bool up = (lane & k) == 0, low = (lane & j) == 0;
      v = (up == low) == (v < w) ? v : w;
    }
  x[INDEX] = v;
}

// Lanes stay in the loop for different times, and meet by __syncwarp.
extern "C" __global__ void warp_sync_loop(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  for (int r = 0; r < 6; r++) {
    int v = s[t ^ (1 << (r % 5))];
    for (int k = 0; k < (t & 3); k++) v = v * 5 + k;
    __syncwarp();
    s[t] = v;
    __syncwarp();
  }
  out[t] = s[t];
}

extern "C" __global__ void divergent_votes(const int *x, unsigned *out) {
  int t = threadIdx.x, v = x[t];
  unsigned r = 0;
  while (v > 0) {
    unsigned m = __activemask();
    r = r * 31 + __popc(__ballot_sync(m, v & 1));
    v >>= 1;
  }
  __syncwarp();
  out[t] = r;
}

extern "C" __global__ void warp_transpose(const float *in, float *out) {
  float row[8];
  int lane = threadIdx.x & 7;
  for (int k = 0; k < 8; k++) row[k] = in[(INDEX / 8 * 8 + lane) * 8 + k];
  for (int k = 0; k < 8; k++) {
    float v = 0;
    for (int j = 0; j < 8; j++) {
      float w = __shfl_sync(FULL, row[j], k, 8);
      if (j == lane) v = w;
    }
    out[(INDEX / 8 * 8 + lane) * 8 + k] = v;
  }
}

// Halves of a warp take different branches and exchange values from there.
extern "C" __global__ void branches_meet(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, lane = t & 31, v = in[t], r;
  if (lane < 16) {
    asm volatile("// apart");
    r = __shfl_xor_sync(FULL, v, 16) * 3;
  } else {
    r = __shfl_xor_sync(FULL, v, 16) + 7;
  }
  s[t] = r;
  if (lane & 1) {
    s[t] += 100;
    __syncwarp();
    r = s[t ^ 1];
  } else {
    s[t] -= 5;
    asm volatile("// apart");
    __syncwarp();
    r = -s[t ^ 1];
  }
  switch (lane & 3) {
    case 0: r += __popc(__ballot_sync(FULL, v & 1)); break;
    case 1: asm volatile("// one"); r += 64 * __popc(__ballot_sync(FULL, v & 2)); break;
    case 2: asm volatile("// two"); r -= __popc(__ballot_sync(FULL, v & 4)); break;
    default: asm volatile("// three"); r ^= __popc(__ballot_sync(FULL, v & 8));
  }
  out[t] = r;
}
