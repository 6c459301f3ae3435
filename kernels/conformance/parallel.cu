// Reductions, scans, compaction and sorting.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define FULL 0xffffffffu

extern __shared__ int scratch[];

extern "C" __global__ void reduce_interleaved(const int *x, int *sums, int n) {
  int t = threadIdx.x, i = INDEX;
  scratch[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    if (t % (2 * d) == 0 && t + d < blockDim.x) scratch[t] += scratch[t + d];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = scratch[0];
}

template <unsigned SIZE> __device__ void reduce_warp(volatile int *s, int t) {
  if (SIZE >= 64) { s[t] += s[t + 32]; __syncwarp(); }
  if (SIZE >= 32) { s[t] += s[t + 16]; __syncwarp(); }
  s[t] += s[t + 8]; __syncwarp();
  s[t] += s[t + 4]; __syncwarp();
  s[t] += s[t + 2]; __syncwarp();
  s[t] += s[t + 1]; __syncwarp();
}

// Several elements per thread, the last warp unrolled.
template <unsigned SIZE> __device__ void reduce_unrolled_block(const int *x, int *sums, int n) {
  __shared__ int s[SIZE + 32];
  int t = threadIdx.x, v = 0;
  for (int i = blockIdx.x * SIZE * 2 + t; i < n; i += SIZE * 2 * gridDim.x) v += x[i] + (i + SIZE < n ? x[i + SIZE] : 0);
  s[t] = v;
  if (t < 32) s[SIZE + t] = 0;
  __syncthreads();
  if (SIZE >= 256) { if (t < 128) s[t] += s[t + 128]; __syncthreads(); }
  if (SIZE >= 128) { if (t < 64) s[t] += s[t + 64]; __syncthreads(); }
  if (t < 32) reduce_warp<SIZE>(s, t);
  if (t == 0) sums[blockIdx.x] = s[0];
}

extern "C" __global__ void reduce_unrolled_64(const int *x, int *sums, int n) { reduce_unrolled_block<64>(x, sums, n); }
extern "C" __global__ void reduce_unrolled_256(const int *x, int *sums, int n) { reduce_unrolled_block<256>(x, sums, n); }

// The index of the largest element, the first of equals.
extern "C" __global__ void arg_max(const float *x, int *index, int n) {
  __shared__ float values[128];
  __shared__ int places[128];
  int t = threadIdx.x;
  float best = -1e38f;
  int place = -1;
  for (int i = t; i < n; i += blockDim.x) if (x[i] > best) { best = x[i]; place = i; }
  values[t] = best; places[t] = place;
  __syncthreads();
  for (int d = 64; d > 0; d >>= 1) {
    if (t < d && (values[t + d] > values[t] || (values[t + d] == values[t] && places[t + d] < places[t]))) {
      values[t] = values[t + d]; places[t] = places[t + d];
    }
    __syncthreads();
  }
  if (t == 0) *index = places[0];
}

extern "C" __global__ void dot_product(const double *a, const double *b, double *result, int n) {
  __shared__ double s[96];
  int t = threadIdx.x;
  double v = 0;
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) v = fma(a[i], b[i], v);
  s[t] = v;
  __syncthreads();
  for (int d = 48; d >= 3; d /= 2) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  if (t == 0) atomicAdd(result, s[0] + s[1] + s[2]);
}

// Mean and variance by Welford's algorithm, merged by Chan's.
extern "C" __global__ void welford(const float *x, float *moments, int n) {
  __shared__ float mean[64], m2[64], count[64];
  int t = threadIdx.x;
  float m = 0, q = 0, c = 0;
  for (int i = t; i < n; i += 64) { c += 1; float d = x[i] - m; m += d / c; q += d * (x[i] - m); }
  mean[t] = m; m2[t] = q; count[t] = c;
  for (int d = 32; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d && count[t + d] > 0) {
      float total = count[t] + count[t + d], delta = mean[t + d] - mean[t];
      mean[t] += delta * count[t + d] / total;
      m2[t] += m2[t + d] + delta * delta * count[t] * count[t + d] / total;
      count[t] = total;
    }
  }
  if (t == 0) { moments[0] = mean[0]; moments[1] = m2[0] / n; }
}

extern "C" __global__ void scan_hillis_steele(const int *x, int *y, int n) {
  int t = threadIdx.x, from = 0;
  int *buffers[2] = {scratch, scratch + n};
  if (t < n) buffers[0][t] = x[blockIdx.x * n + t];
  __syncthreads();
  for (int d = 1; d < n; d *= 2, from ^= 1) {
    if (t < n) buffers[from ^ 1][t] = buffers[from][t] + (t >= d ? buffers[from][t - d] : 0);
    __syncthreads();
  }
  if (t < n) y[blockIdx.x * n + t] = buffers[from][t];
}

#define PADDED(i) ((i) + ((i) >> 5))

extern "C" __global__ void scan_blelloch(const int *x, int *y, int *sums) {
  __shared__ int s[PADDED(256) + 1];
  int t = threadIdx.x, base = blockIdx.x * 256, offset = 1;
  s[PADDED(2 * t)] = x[base + 2 * t];
  s[PADDED(2 * t + 1)] = x[base + 2 * t + 1];
  for (int d = 128; d > 0; d >>= 1, offset *= 2) {
    __syncthreads();
    if (t < d) s[PADDED(offset * (2 * t + 2) - 1)] += s[PADDED(offset * (2 * t + 1) - 1)];
  }
  if (t == 0) { sums[blockIdx.x] = s[PADDED(255)]; s[PADDED(255)] = 0; }
  for (int d = 1; d < 256; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = PADDED(offset * (2 * t + 1) - 1), b = PADDED(offset * (2 * t + 2) - 1), v = s[a];
      s[a] = s[b];
      s[b] += v;
    }
  }
  __syncthreads();
  y[base + 2 * t] = s[PADDED(2 * t)];
  y[base + 2 * t + 1] = s[PADDED(2 * t + 1)];
}

extern "C" __global__ void add_offsets(int *y, const int *sums) {
  int s = 0;
  for (unsigned b = 0; b < blockIdx.x; b++) s += sums[b];
  y[INDEX] += s;
}

// Sums restart where a flag is set.
extern "C" __global__ void segmented_scan(const int *x, const int *flags, int *y) {
  int t = threadIdx.x, lane = t & 31, v = x[INDEX], f = flags[INDEX];
  for (int d = 1; d < 32; d *= 2) {
    int w = __shfl_up_sync(FULL, v, d), g = __shfl_up_sync(FULL, f, d);
    if (lane >= d) { if (!f) v += w; f |= g; }
  }
  y[INDEX] = v;
}

struct Carry { volatile int state; volatile int value; };

// Decoupled look-back over blocks in the order in which they start.
extern "C" __global__ void scan_look_back(const int *x, int *y, int *ticket, int *states, int n) {
  __shared__ int s[128];
  __shared__ int block, before;
  int t = threadIdx.x;
  if (t == 0) block = atomicAdd(ticket, 1);
  __syncthreads();
  int i = block * 128 + t, v = i < n ? x[i] : 0;
  s[t] = v;
  for (int d = 1; d < 128; d *= 2) {
    __syncthreads();
    int w = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += w;
  }
  __syncthreads();
  if (t == 0) {
    Carry *carries = (Carry *)states;
    before = 0;
    if (block > 0) {
      while (carries[block - 1].state == 0) { }
      __threadfence();
      before = carries[block - 1].value;
    }
    carries[block].value = before + s[127];
    __threadfence();
    carries[block].state = 1;
  }
  __syncthreads();
  if (i < n) y[i] = before + s[t];
}

extern "C" __global__ void compact(const int *x, int *y, int *count) {
  int t = threadIdx.x, keep = x[t] > 0;
  __shared__ int warps[32];
  unsigned ballot = __ballot_sync(FULL, keep);
  int rank = __popc(ballot & ((1u << (t & 31)) - 1));
  if ((t & 31) == 0) warps[t / 32] = __popc(ballot);
  __syncthreads();
  if (t == 0) {
    int s = 0;
    for (unsigned w = 0; w < blockDim.x / 32; w++) { int c = warps[w]; warps[w] = s; s += c; }
    *count = s;
  }
  __syncthreads();
  if (keep) y[warps[t / 32] + rank] = x[t];
}

extern "C" __global__ void bitonic_sort(float *x, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = t < n ? x[t] : __int_as_float(0x7f800000);
  for (int k = 2; k <= 256; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      int other = t ^ j;
      if (other > t && (s[t] > s[other]) == ((t & k) == 0)) { float v = s[t]; s[t] = s[other]; s[other] = v; }
    }
  __syncthreads();
  if (t < n) x[t] = s[t];
}

extern "C" __global__ void bitonic_step(int *keys, int *values, int j, int k) {
  int i = INDEX, other = i ^ j;
  if (other <= i) return;
  if ((keys[i] > keys[other]) == ((i & k) == 0)) {
    int a = keys[i]; keys[i] = keys[other]; keys[other] = a;
    a = values[i]; values[i] = values[other]; values[other] = a;
  }
}

extern "C" __global__ void odd_even_sort(short *x, int n) {
  __shared__ int changed;
  do {
    __syncthreads();
    if (threadIdx.x == 0) changed = 0;
    __syncthreads();
    for (int phase = 0; phase < 2; phase++) {
      int i = 2 * threadIdx.x + phase;
      if (i + 1 < n && x[i] > x[i + 1]) { short v = x[i]; x[i] = x[i + 1]; x[i + 1] = v; changed = 1; }
      __syncthreads();
    }
  } while (changed);
}

// One block, four bits a pass, stable.
extern "C" __global__ void radix_sort(unsigned *keys, unsigned *other, int n) {
  __shared__ int counts[16][64];
  __shared__ int starts[16];
  int t = threadIdx.x, each = (n + 63) / 64, low = min(n, t * each), high = min(n, low + each);
  for (int shift = 0; shift < 32; shift += 4) {
    for (int d = 0; d < 16; d++) counts[d][t] = 0;
    for (int i = low; i < high; i++) counts[keys[i] >> shift & 15][t]++;
    __syncthreads();
    if (t < 16) { int s = 0; for (int k = 0; k < 64; k++) { int c = counts[t][k]; counts[t][k] = s; s += c; } starts[t] = s; }
    __syncthreads();
    if (t == 0) { int s = 0; for (int d = 0; d < 16; d++) { int c = starts[d]; starts[d] = s; s += c; } }
    __syncthreads();
    for (int i = low; i < high; i++) {
      int d = keys[i] >> shift & 15;
      other[starts[d] + counts[d][t]++] = keys[i];
    }
    __syncthreads();
    unsigned *swap = keys; keys = other; other = swap;
  }
}

extern "C" __global__ void merge_pass(const int *from, int *to, int width, int n) {
  int low = INDEX * 2 * width;
  if (low >= n) return;
  int middle = min(low + width, n), high = min(low + 2 * width, n), a = low, b = middle;
  for (int k = low; k < high; k++) to[k] = a < middle && (b >= high || from[a] <= from[b]) ? from[a++] : from[b++];
}

extern "C" __global__ void rank_sort(const float *x, float *y, int n) {
  int i = INDEX;
  if (i >= n) return;
  int rank = 0;
  for (int k = 0; k < n; k++) rank += x[k] < x[i] || (x[k] == x[i] && k < i);
  y[rank] = x[i];
}

extern "C" __global__ void lower_bound(const int *sorted, const int *queries, int *places, int n, int m) {
  int i = INDEX;
  if (i >= m) return;
  int low = 0, high = n;
  while (low < high) { int middle = (low + high) >> 1; if (sorted[middle] < queries[i]) low = middle + 1; else high = middle; }
  places[i] = low;
}

// Merges two sorted arrays: each thread finds its diagonal.
extern "C" __global__ void merge_path(const int *a, int na, const int *b, int nb, int *out, int each) {
  int diagonal = min((int)INDEX * each, na + nb), end = min(diagonal + each, na + nb);
  int low = max(0, diagonal - nb), high = min(diagonal, na);
  while (low < high) { int m = (low + high) / 2; if (a[m] <= b[diagonal - 1 - m]) low = m + 1; else high = m; }
  int i = low, j = diagonal - low;
  for (int k = diagonal; k < end; k++) out[k] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}

extern "C" __global__ void histogram(const unsigned char *x, unsigned *bins, int n) {
  __shared__ unsigned s[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) s[k] = 0;
  __syncthreads();
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[x[i]], 1u);
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += blockDim.x) if (s[k]) atomicAdd(&bins[k], s[k]);
}

// A counter for each thread, in bytes packed into words.
extern "C" __global__ void histogram_private(const unsigned char *x, int *bins, int n) {
  __shared__ unsigned char counts[32][16];
  int t = threadIdx.x;
  for (int k = 0; k < 4; k++) ((unsigned *)counts[t])[k] = 0;
  for (int i = t; i < n; i += 32) counts[t][x[i] >> 4]++;
  __syncthreads();
  if (t < 16) { int s = 0; for (int k = 0; k < 32; k++) s += counts[k][t]; bins[t] = s; }
}

extern "C" __global__ void partition_by_pivot(const int *x, int *y, int *ends, int pivot, int n) {
  int i = INDEX;
  if (i >= n) return;
  if (x[i] < pivot) y[atomicAdd(&ends[0], 1)] = x[i];
  else y[atomicSub(&ends[1], 1) - 1] = x[i];
}
