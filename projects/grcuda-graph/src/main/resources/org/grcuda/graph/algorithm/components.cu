// Connected components by hooking: a forest in which each vertex points to one with a smaller
// number, or to itself. Two trees are joined by pointing the greater root to the smaller one.

#include "edges.cuh"

static __device__ void join(unsigned *parent, unsigned a, unsigned b) {
  while (true) {
    while (a != parent[a]) a = parent[a];
    while (b != parent[b]) b = parent[b];
    if (a == b) return;
    unsigned high = a > b ? a : b;
    unsigned low = a > b ? b : a;
    // Somebody else may have joined it meanwhile: then what it points to is joined, too.
    unsigned old = atomicMin(&parent[high], low);
    if (old == high) return;
    a = old;
    b = low;
  }
}

/** Each vertex is a tree of its own. */
extern "C" __global__ void start(unsigned *parent, unsigned n) {
  unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) parent[v] = v;
}

/** Joins the ends of all edges of a part; `global` holds the graph's numbers. Blocks of CHUNK. */
extern "C" __global__ void hook(unsigned *parent, const unsigned *row, const int *column,
                                const unsigned *global, unsigned own) {
  unsigned begin = blockIdx.x * CHUNK;
  unsigned count = begin < own ? min(own - begin, (unsigned)CHUNK) : 0;
  forEachEdge(
      row, count, [&](int k) { return begin + k; },
      [&](int, unsigned vertex, unsigned edge) {
        join(parent, global[vertex], global[column[edge]]);
      });
}

/** Joins pairs of vertices that another part has found. */
extern "C" __global__ void hookPairs(unsigned *parent, const unsigned *pairs, unsigned count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) join(parent, pairs[2 * i], pairs[2 * i + 1]);
}

/** Points each vertex to its root. */
extern "C" __global__ void compress(unsigned *parent, unsigned n) {
  unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) {
    unsigned root = v;
    while (root != parent[root]) root = parent[root];
    parent[v] = root;
  }
}

/** Makes a pair of each of `count` vertices, from `first` on, that is no root, and of its root. */
extern "C" __global__ void pairs(const unsigned *parent, unsigned first, unsigned count,
                                 unsigned *out, unsigned *counter) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count || parent[first + i] == first + i) return;
  unsigned slot = atomicAdd(counter, 1u);
  out[2 * slot] = first + i;
  out[2 * slot + 1] = parent[first + i];
}
