// Rows of a part by threads, warps and blocks, as long as they are.

/** Threads of a block. */
const int BLOCK = 256;

/** A block of at most so many vertices takes each by a warp. */
const unsigned WARP_ROWS = 64;

template <int THREADS, class Body>
static __device__ void forRowsOf(const unsigned *vertices, unsigned count, Body &body) {
  for (unsigned i = threadIdx.x / THREADS; i < count; i += BLOCK / THREADS) {
    body.template row<THREADS>(vertices[i], threadIdx.x % THREADS);
  }
}

/**
 * Calls body.row<THREADS>(vertex, lane) for the vertices of this block, by THREADS threads each,
 * whose number is lane. `blocks` says for each block where its vertices begin, and how many there
 * are: one is for the whole block, up to WARP_ROWS are for warps, more are for a thread each.
 */
template <class Body>
static __device__ void forRows(const unsigned *vertices, const unsigned *blocks, Body &body) {
  const unsigned *own = vertices + blocks[2 * blockIdx.x];
  unsigned count = blocks[2 * blockIdx.x + 1];
  if (count == 1) {
    forRowsOf<BLOCK>(own, count, body);
  } else if (count <= WARP_ROWS) {
    forRowsOf<32>(own, count, body);
  } else {
    forRowsOf<1>(own, count, body);
  }
}
