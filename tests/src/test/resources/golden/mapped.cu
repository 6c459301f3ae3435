extern "C" __global__ void move(
    const float *x, const float *v, float *moved, float time, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    moved[i] = x[i] + v[i] * time;
  }
}
