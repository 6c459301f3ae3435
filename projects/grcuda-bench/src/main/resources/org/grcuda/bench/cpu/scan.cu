// Inclusive sums within each block of 1024 threads (Hillis and Steele, 1986), and the sum of each block.
extern "C" __global__ void scan(const int *x, int *y, int *sums, int n) {
  __shared__ int own[1024];
  int thread = threadIdx.x, i = blockIdx.x * blockDim.x + thread;
  own[thread] = i < n ? x[i] : 0;
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    int before = thread >= offset ? own[thread - offset] : 0;
    __syncthreads();
    own[thread] += before;
    __syncthreads();
  }
  if (i < n) y[i] = own[thread];
  if (thread == blockDim.x - 1) sums[blockIdx.x] = own[thread];
}

// Adds to each block what the blocks before it hold.
extern "C" __global__ void add(int *y, const int *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n) y[i] += sums[blockIdx.x - 1];
}
