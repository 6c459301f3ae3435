// Edges by the threads of a block, whatever the degrees are.

/** Threads of a block, and vertices that it takes at a time. */
const int CHUNK = 256;

/** If vertices have so few edges on average, each is followed by one thread. */
const unsigned FEW = 4;

/** The sums of the degrees of the vertices before each in begins, and the sum of all at the end. */
static __device__ void sumDegrees(unsigned *begins, unsigned degree) {
  __shared__ unsigned warps[CHUNK / 32];
  unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned sum = degree;
  for (int step = 1; step < 32; step *= 2) {
    unsigned before = __shfl_up_sync(0xffffffffu, sum, step);
    if (lane >= step) sum += before;
  }
  if (lane == 31) warps[warp] = sum;
  __syncthreads();
  for (unsigned w = 0; w < warp; w++) sum += warps[w];
  begins[threadIdx.x + 1] = sum;
  if (threadIdx.x == 0) begins[0] = 0;
  __syncthreads();
}

/** The last k with begins[k] <= i. */
static __device__ unsigned vertexOf(const unsigned *begins, unsigned i) {
  unsigned k = 0;
  for (int step = CHUNK / 2; step > 0; step /= 2) {
    if (begins[k + step] <= i) k += step;
  }
  return k;
}

/**
 * Calls body(k, vertex, edge) for all edges of up to CHUNK vertices. All CHUNK threads of a block
 * call it. take(k) is called once for each k below `count`, and gives a vertex.
 */
template <class Take, class Body>
static __device__ void forEachEdge(const unsigned *row, unsigned count, Take take, Body body) {
  __shared__ unsigned vertices[CHUNK], shifts[CHUNK], begins[CHUNK + 1];
  unsigned lane = threadIdx.x;
  unsigned vertex = 0, base = 0, degree = 0;
  if (lane < count) {
    vertex = take(lane);
    base = row[vertex];
    degree = row[vertex + 1] - base;
  }
  vertices[lane] = vertex;
  sumDegrees(begins, degree);
  shifts[lane] = base - begins[lane];
  __syncthreads();
  unsigned edges = begins[CHUNK];
  if (edges <= FEW * min(count, (unsigned)CHUNK)) {
    for (unsigned i = 0; i < degree; i++) body(lane, vertex, base + i);
  } else {
    // The threads of a warp take neighbouring edges, and each warp a part of them all: so a thread
    // goes from vertex to vertex, and rarely far.
    unsigned share = (edges + CHUNK - 1) / CHUNK * 32;
    unsigned end = min(edges, (lane / 32 + 1) * share);
    unsigned i = lane / 32 * share + lane % 32;
    unsigned k = i < end ? vertexOf(begins, i) : 0;
    for (; i < end; i += 32) {
      while (begins[k + 1] <= i) k++;
      body(k, vertices[k], shifts[k] + i);
    }
  }
  __syncthreads();
}
