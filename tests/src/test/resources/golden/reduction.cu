// One sum per block of 128 threads, in static shared memory.
extern "C" __global__ void block_sums(const int *x, int *sums, int n) {
  __shared__ int partial[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = partial[0];
  }
}

// The largest element of one block, in dynamic shared memory: an int per thread.
extern "C" __global__ void largest(const int *x, int *result, int n) {
  extern __shared__ int best[];
  int most = -2147483647;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    most = max(most, x[i]);
  }
  best[threadIdx.x] = most;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      best[threadIdx.x] = max(best[threadIdx.x], best[threadIdx.x + half]);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    *result = best[0];
  }
}

// The sum of the warp's lanes, added up by shuffles.
extern "C" __global__ void warp_sum(const double *x, double *sum) {
  double value = x[threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffff, value, distance);
  }
  if (threadIdx.x == 0) {
    *sum = value;
  }
}
