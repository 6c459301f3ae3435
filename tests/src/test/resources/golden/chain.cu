extern "C" __global__ void affine(const int *x, int *y, int a, int b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + b;
  }
}

extern "C" __global__ void join(const int *x, const int *y, int *z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    z[i] = (x[i] ^ y[i]) & 0xffff;
  }
}
