// exp(x - max) / sum of each row; a block of 256 threads for each row.
extern "C" __global__ void softmax(const float *in, float *out, int columns) {
  __shared__ float own[256];
  int thread = threadIdx.x;
  const float *x = in + blockIdx.x * columns;
  float *y = out + blockIdx.x * columns;
  float most = -3.4e38f;
  for (int i = thread; i < columns; i += blockDim.x) most = fmaxf(most, x[i]);
  own[thread] = most;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (thread < half) own[thread] = fmaxf(own[thread], own[thread + half]);
    __syncthreads();
  }
  most = own[0];
  __syncthreads();
  float sum = 0;
  for (int i = thread; i < columns; i += blockDim.x) {
    float e = expf(x[i] - most);
    y[i] = e;
    sum += e;
  }
  own[thread] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (thread < half) own[thread] += own[thread + half];
    __syncthreads();
  }
  float scale = 1 / own[0];
  for (int i = thread; i < columns; i += blockDim.x) y[i] *= scale;
}
