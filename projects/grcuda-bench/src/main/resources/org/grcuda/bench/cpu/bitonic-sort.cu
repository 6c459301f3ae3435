// Batcher's bitonic sort (1968). The thread t compares the elements i and i + stride; up where bit size of i is 0.
__device__ void compare(int *keys, int i, int stride, bool up) {
  int a = keys[i], b = keys[i + stride];
  if ((a > b) == up) {
    keys[i] = b;
    keys[i + stride] = a;
  }
}

__device__ int first(int t, int stride) { return 2 * t - (t & (stride - 1)); }

// Merges sequences of up to size elements, from the stride half on, in shared memory: 512 threads, 1024 elements.
__device__ void merge(int *own, int size, int half) {
  for (int stride = half; stride > 0; stride /= 2) {
    __syncthreads();
    int i = first(threadIdx.x, stride);
    compare(own, i, stride, ((blockIdx.x * 1024 + i) & size) == 0);
  }
}

extern "C" __global__ void sort_blocks(int *keys) {
  __shared__ int own[1024];
  int *block = keys + blockIdx.x * 1024;
  own[threadIdx.x] = block[threadIdx.x];
  own[threadIdx.x + 512] = block[threadIdx.x + 512];
  for (int size = 2; size <= 1024; size *= 2) merge(own, size, size / 2);
  __syncthreads();
  block[threadIdx.x] = own[threadIdx.x];
  block[threadIdx.x + 512] = own[threadIdx.x + 512];
}

extern "C" __global__ void merge_blocks(int *keys, int size) {
  __shared__ int own[1024];
  int *block = keys + blockIdx.x * 1024;
  own[threadIdx.x] = block[threadIdx.x];
  own[threadIdx.x + 512] = block[threadIdx.x + 512];
  merge(own, size, 512);
  __syncthreads();
  block[threadIdx.x] = own[threadIdx.x];
  block[threadIdx.x + 512] = own[threadIdx.x + 512];
}

extern "C" __global__ void merge_step(int *keys, int size, int stride) {
  int i = first(blockIdx.x * blockDim.x + threadIdx.x, stride);
  compare(keys, i, stride, (i & size) == 0);
}
