extern "C" __global__ void dispatch(const int* op, float* x, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float v = x[i];
    switch (op[i]) {
      case 0: v = v + 1; break;
      case 1: v = v * 3; break;
      case 2: v = v - x[0]; break;
      case 3: v = 1 / v; break;
      case 4: v = sqrtf(v); break;
      case 5: v = v * v; break;
      case 6: v = -v; break;
      case 7: v = fabsf(v); break;
      default: return;
    }
    x[i] = v;
  }
}
