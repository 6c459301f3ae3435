// Rows of a part by threads, warps and blocks, as long as they are.

/** Threads of a block. */
const int BLOCK = 256;

template <int THREADS, class Body>
static __device__ void forRowsOf(const unsigned *vertices, unsigned count, Body &body) {
  unsigned i = threadIdx.x / THREADS;
  if (i < count) body.template row<THREADS>(vertices[i], threadIdx.x % THREADS);
}

/**
 * Calls body.row<THREADS>(vertex, lane) for the vertices of this block, by THREADS threads each,
 * whose number is lane. `blocks` says for each block where its vertices begin, and how many there
 * are: one is for the whole block, few are for a warp each, more for a thread each.
 */
template <class Body>
static __device__ void forRows(const unsigned *vertices, const unsigned *blocks, Body &body) {
  const unsigned *own = vertices + blocks[2 * blockIdx.x];
  unsigned count = blocks[2 * blockIdx.x + 1];
  if (count == 1) {
    forRowsOf<BLOCK>(own, count, body);
  } else if (count <= BLOCK / 32) {
    forRowsOf<32>(own, count, body);
  } else {
    forRowsOf<1>(own, count, body);
  }
}
