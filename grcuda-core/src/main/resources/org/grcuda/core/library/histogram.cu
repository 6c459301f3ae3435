// Counts of elements by bin. A block counts in shared memory if the bins fit there.

static constexpr int SHARED_BINS = 2048;

__device__ inline void count(int *counter, u32 by) { atomicAdd((u32 *)counter, by); }
__device__ inline void count(long long *counter, u32 by) { atomicAdd((u64 *)counter, (u64)by); }

template <typename T> __device__ inline long long evenBin(T v, long long bins, T lo, T hi) {
  if (!(v >= lo && v < hi)) return -1;
  return (long long)(((u64)v - (u64)lo) * (u64)bins / ((u64)hi - (u64)lo));
}
template <typename T> __device__ inline long long scaledBin(T v, long long bins, T lo, T hi) {
  if (!(v >= lo && v < hi)) return -1;
  long long bin = (long long)((v - lo) * ((T)bins / (hi - lo)));
  return bin < bins ? bin : bins - 1;
}
template <>
__device__ inline long long evenBin<float>(float v, long long bins, float lo, float hi) {
  return scaledBin(v, bins, lo, hi);
}
template <>
__device__ inline long long evenBin<double>(double v, long long bins, double lo, double hi) {
  return scaledBin(v, bins, lo, hi);
}

// The bin whose levels enclose the value: from the lower one on, below the upper one.
template <typename T> __device__ inline long long rangeBin(T v, long long bins, const T *levels) {
  if (!(v >= levels[0] && v < levels[bins])) return -1;
  long long low = 0, high = bins;
  while (high - low > 1) {
    long long middle = (low + high) / 2;
    if (v < levels[middle]) high = middle; else low = middle;
  }
  return low;
}

template <typename C> __global__ void clearBins(long long bins, long long chunk, C *histogram) {
  for (long long i = chunkBegin(chunk) + lane(); i < chunkEnd(bins, chunk); i += 32) {
    histogram[i] = 0;
  }
}

// Bins of levels, if given, else even ones from lo to hi.
template <typename T, typename C>
__global__ void histogram(const T *in, const T *levels, long long lo, long long hi, long long bins,
                          long long n, long long chunk, C *histogram) {
  __shared__ u32 counts[SHARED_BINS];
  bool within = bins <= SHARED_BINS;
  if (within) {
    for (u32 i = lane(); i < bins; i += 32) counts[i] = 0;
  }
  __syncwarp();
  long long end = chunkEnd(n, chunk);
  for (long long i = chunkBegin(chunk) + lane(); i < end; i += 32) {
    T v = in[i];
    long long bin = levels ? rangeBin(v, bins, levels) : evenBin(v, bins, given<T>(lo), given<T>(hi));
    if (bin >= 0) {
      if (within) atomicAdd(&counts[bin], 1u); else count(histogram + bin, 1);
    }
  }
  __syncwarp();
  if (within) {
    for (u32 i = lane(); i < bins; i += 32) {
      if (counts[i]) count(histogram + i, counts[i]);
    }
  }
}
