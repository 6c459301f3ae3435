extern "C" __global__ void math(const double* x, float* y, int n) {
  int i = threadIdx.x;
  if (i < n) y[i] = sinf((float)x[i]) + (float)exp(x[i]) + (float)pow(x[i], 2.5);
}
