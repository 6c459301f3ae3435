// PageRank by pulling: each rank is summed up over the edges that lead to its vertex, and nothing but
// sums of changes is atomic. Ranks are updated in place, so a sweep uses what it has found already.

/** Threads of a block. */
const int BLOCK = 256;

/** What a part has of its vertices, and what ghosts pass on along each of their edges. */
struct Ranks {
  float *rank, *share;
  const unsigned *row;     // of the edges that lead to each vertex
  const int *column;       // where they come from
  const unsigned *degree;  // edges that leave each vertex
};

#define RANKS_PARAMETERS float *rank, float *share, const unsigned *row, const int *column, const unsigned *degree
#define RANKS {rank, share, row, column, degree}

/** The sum over the threads of a warp; the first one has it. */
static __device__ float sumOfWarp(float value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
  return value;
}

/** The sum over WIDTH threads: one, a warp or a block. The first one has it. */
template <int WIDTH> static __device__ float sumOver(float value);

template <> __device__ float sumOver<1>(float value) { return value; }

template <> __device__ float sumOver<32>(float value) { return sumOfWarp(value); }

template <> __device__ float sumOver<BLOCK>(float value) {
  __shared__ float warps[BLOCK / 32];
  float sum = sumOfWarp(value);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int warp = 0; warp < BLOCK / 32; warp++) sum += warps[warp];
  return sum;
}

/**
 * Updates the ranks of up to BLOCK / WIDTH vertices, of each by WIDTH threads. The result is by how
 * much this thread has changed one. A vertex without edges passes on infinity, which nobody reads.
 */
template <int WIDTH>
static __device__ float update(Ranks ranks, const unsigned *vertices, unsigned count, float damping) {
  unsigned i = threadIdx.x / WIDTH, lane = threadIdx.x % WIDTH;
  if (i >= count) return 0;
  unsigned vertex = vertices[i];
  unsigned end = ranks.row[vertex + 1];
  float sum = 0;
  for (unsigned edge = ranks.row[vertex] + lane; edge < end; edge += WIDTH) {
    sum += ranks.share[ranks.column[edge]];
  }
  sum = sumOver<WIDTH>(sum);
  if (lane > 0) return 0;
  float next = (1 - damping) + damping * sum;
  float change = fabsf(next - ranks.rank[vertex]);
  ranks.rank[vertex] = next;
  ranks.share[vertex] = next / ranks.degree[vertex];
  return change;
}

/**
 * Updates each rank once. `blocks` says for each block where its vertices begin, and how many there
 * are. Adds to `changes` by how much the ranks change, all together.
 */
extern "C" __global__ void sweep(const unsigned *vertices, const unsigned *blocks, float damping,
                                 float *changes, RANKS_PARAMETERS) {
  Ranks ranks = RANKS;
  const unsigned *own = vertices + blocks[2 * blockIdx.x];
  unsigned count = blocks[2 * blockIdx.x + 1];
  float change = count == 1            ? update<BLOCK>(ranks, own, count, damping)
                 : count <= BLOCK / 32 ? update<32>(ranks, own, count, damping)
                                       : update<1>(ranks, own, count, damping);
  change = sumOfWarp(change);
  if (threadIdx.x % 32 == 0 && change > 0) atomicAdd(changes, change);
}

/**
 * The first ranks of `own` vertices: 1, or what they stay at if no edge leads there. The first
 * shares of these vertices and of ghosts, which are given.
 */
extern "C" __global__ void start(const float *shares, unsigned own, unsigned all, float damping,
                                 RANKS_PARAMETERS) {
  unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < own) rank[v] = row[v + 1] > row[v] ? 1 : 1 - damping;
  if (v < all) share[v] = shares[v];
}

/** The shares of the vertices that other parts have as ghosts. */
extern "C" __global__ void pack(const float *share, const unsigned *vertices, unsigned count,
                                float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = share[vertices[i]];
}
