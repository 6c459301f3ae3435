extern "C" __global__ void warps(int* out) {
  extern __shared__ int dynamic[];
  int i = threadIdx.x;
  dynamic[i] = __ballot_sync(~0u, i & 1);
  __syncwarp();
  out[i] = __match_any_sync(~0u, i / 4) + __popc(__activemask()) + dynamic[i ^ 1]
      + __reduce_add_sync(~0u, i) + __any_sync(~0u, i > 7) + __shfl_down_sync(~0u, i, 3, 16);
  if (__syncthreads_or(i == 5)) out[0] = clock64();
}
