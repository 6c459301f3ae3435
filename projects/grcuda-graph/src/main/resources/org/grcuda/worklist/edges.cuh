// Edges of vertices by the threads of a block, whatever the degrees are.

/** Threads of a block, and vertices that it takes at a time. */
const int CHUNK = 256;

/** Rows of at least so many edges are for a warp, those of at least so many for the block. */
const unsigned WARP_ROW = 32, BLOCK_ROW = 2048;

/**
 * Calls body(k, vertex, edge) for all edges of up to CHUNK vertices. All CHUNK threads of a block
 * call it. take(k) is called once for each k below `count`, and gives a vertex.
 */
template <class Take, class Body>
static __device__ void forEachEdge(const unsigned *row, unsigned count, Take take, Body body) {
  __shared__ unsigned vertices[CHUNK], blockRows[CHUNK], warpRows[CHUNK];
  __shared__ unsigned blocks, warps;
  unsigned lane = threadIdx.x, warp = lane / 32;
  if (lane == 0) blocks = warps = 0;
  __syncthreads();
  unsigned vertex = 0, begin = 0, end = 0;
  if (lane < count) {
    vertex = take(lane);
    vertices[lane] = vertex;
    begin = row[vertex];
    end = row[vertex + 1];
    if (end - begin >= BLOCK_ROW) {
      blockRows[atomicAdd(&blocks, 1u)] = lane;
    } else if (end - begin >= WARP_ROW) {
      warpRows[atomicAdd(&warps, 1u)] = lane;
    }
  }
  __syncthreads();
  if (end - begin < WARP_ROW) {
    for (unsigned edge = begin; edge < end; edge++) body(lane, vertex, edge);
  }
  // First all rows of the block, then each warp takes some of the others.
  unsigned all = blocks + warps;
  unsigned next = blocks > 0 ? 0 : warp;
  while (next < all) {
    bool together = next < blocks;
    unsigned k = together ? blockRows[next] : warpRows[next - blocks];
    unsigned step = together ? CHUNK : 32;
    unsigned source = vertices[k];
    unsigned last = row[source + 1];
    for (unsigned edge = row[source] + (together ? lane : lane % 32); edge < last; edge += step) {
      body(k, source, edge);
    }
    next = !together ? next + CHUNK / 32 : next + 1 < blocks ? next + 1 : blocks + warp;
  }
  __syncthreads();
}
