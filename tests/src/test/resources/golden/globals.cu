namespace filter {
__constant__ float weights[4] = {1, 1, 1, 1};
__device__ int applied;
}
__device__ unsigned char marks[8];
__device__ double total = 0.5;
__device__ struct { int key; float value; } entry;

extern "C" __global__ void apply(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = filter::weights[i % 4] * x[i];
    atomicAdd(&filter::applied, 1);
  }
}

extern "C" __global__ void mark(int which, int value) {
  marks[which] = value;
  total += value;
  entry.key = which;
  entry.value = value;
}

extern "C" __global__ void read(double *out) {
  out[0] = total + marks[0] + marks[7];
}
