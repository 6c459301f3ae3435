// The values of vertices that are ghosts of other parts.

/** No vertex, and the value of vertices that are not reached. */
const unsigned NONE = 0xffffffffu;

/** The values of `count` vertices. */
extern "C" __global__ void packFloats(const float *values, const unsigned *vertices, unsigned count,
                                      float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = values[vertices[i]];
}

/** Whether vertices are reached, 32 in a word; `count` is a multiple of that. */
extern "C" __global__ void packReached(const unsigned *values, const unsigned *vertices,
                                       unsigned count, unsigned *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned vertex = i < count ? vertices[i] : NONE;
  unsigned word = __ballot_sync(0xffffffffu, vertex != NONE && values[vertex] != NONE);
  if (i < count && i % 32 == 0) out[i / 32] = word;
}

/** Gives those of `count` vertices from `first` on that are reached the least value. */
extern "C" __global__ void unpackReached(unsigned *values, const unsigned *words, unsigned first,
                                         unsigned count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && words[i / 32] >> i % 32 & 1) values[first + i] = 0;
}
