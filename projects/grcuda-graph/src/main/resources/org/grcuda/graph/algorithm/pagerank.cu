// PageRank by pulling: each rank is summed up over the edges that lead to its vertex, and nothing but
// sums of changes is atomic. Ranks are updated in place, so a sweep uses what it has found already.

#include "rows.cuh"

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

/** The sum over the threads of a block; the first one has it. */
static __device__ float sumOfBlock(float value) {
  __shared__ float warps[BLOCK / 32];
  float sum = sumOfWarp(value);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int warp = 0; warp < BLOCK / 32; warp++) sum += warps[warp];
  return sum;
}

/** Updates ranks. A vertex without edges passes on infinity, which nobody reads. */
struct Update {
  Ranks ranks;
  float damping;
  float change;  // of what this thread has updated

  template <int THREADS> __device__ void row(unsigned vertex, unsigned lane) {
    unsigned end = ranks.row[vertex + 1];
    float sum = 0;
    for (unsigned edge = ranks.row[vertex] + lane; edge < end; edge += THREADS) {
      sum += ranks.share[ranks.column[edge]];
    }
    if (THREADS == 32) sum = sumOfWarp(sum);
    if (THREADS == BLOCK) sum = sumOfBlock(sum);
    if (lane > 0) return;
    float next = (1 - damping) + damping * sum;
    change += fabsf(next - ranks.rank[vertex]);
    ranks.rank[vertex] = next;
    ranks.share[vertex] = next / ranks.degree[vertex];
  }
};

/**
 * Updates each rank once. Adds to `changes` by how much they change, all together. What it costs is
 * declared by `own` and `edges`, of which the part has so many.
 */
extern "C" __global__ void sweep(const unsigned *vertices, const unsigned *blocks, unsigned own,
                                 unsigned edges, float damping, float *changes, RANKS_PARAMETERS) {
  Update update = {RANKS, damping, 0};
  forRows(vertices, blocks, update);
  float change = sumOfWarp(update.change);
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
