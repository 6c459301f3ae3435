// The values of vertices that are ghosts of other parts.

template <class T>
static __device__ void pack(const T *values, const unsigned *vertices, unsigned count, T *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = values[vertices[i]];
}

extern "C" __global__ void packFloats(const float *values, const unsigned *vertices, unsigned count,
                                      float *out) {
  pack(values, vertices, count, out);
}

extern "C" __global__ void packUints(const unsigned *values, const unsigned *vertices, unsigned count,
                                     unsigned *out) {
  pack(values, vertices, count, out);
}
