extern "C" __global__ void messages(const int* in, int n) {
  assert(n > 0);
  if (threadIdx.x == 0) printf("in[%d] = %d at %p\n", n, in[n - 1], in);
}
