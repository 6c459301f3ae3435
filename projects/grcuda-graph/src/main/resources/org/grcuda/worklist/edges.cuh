// Edges by the threads of a block: each thread takes an edge at a time, whatever the degrees are.

/** Threads of a block, and vertices that it takes at a time. */
const int CHUNK = 256;

/**
 * Calls body(k, vertex, edge) for all edges of up to CHUNK vertices. All CHUNK threads of a block
 * call it. take(k) is called once for each k below `count`, and gives a vertex.
 */
template <class Take, class Body>
static __device__ void forEachEdge(const unsigned *row, unsigned count, Take take, Body body) {
  __shared__ unsigned vertices[CHUNK], bases[CHUNK], ends[CHUNK];
  int lane = threadIdx.x;
  unsigned degree = 0;
  if (lane < count) {
    unsigned vertex = take(lane);
    vertices[lane] = vertex;
    bases[lane] = row[vertex];
    degree = row[vertex + 1] - bases[lane];
  }
  ends[lane] = degree;
  __syncthreads();
  for (int step = 1; step < CHUNK; step *= 2) {
    unsigned before = lane >= step ? ends[lane - step] : 0;
    __syncthreads();
    ends[lane] += before;
    __syncthreads();
  }
  unsigned edges = ends[CHUNK - 1];
  for (unsigned i = lane; i < edges; i += CHUNK) {
    unsigned k = 0;  // how many vertices have all their edges before i
    for (int step = CHUNK / 2; step > 0; step /= 2) {
      if (ends[k + step - 1] <= i) k += step;
    }
    body(k, vertices[k], bases[k] + i - (k > 0 ? ends[k - 1] : 0));
  }
  __syncthreads();
}
