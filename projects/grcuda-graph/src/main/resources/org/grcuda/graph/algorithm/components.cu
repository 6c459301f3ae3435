// Connected components by hooking: a forest in which each vertex points to one with a smaller
// number, or to itself. Two trees are joined by pointing the greater root to the smaller one.

#include "rows.cuh"

static __device__ unsigned rootOf(const unsigned *parent, unsigned v) {
  unsigned above;
  while ((above = parent[v]) != v) v = above;
  return v;
}

static __device__ void join(unsigned *parent, unsigned a, unsigned b) {
  a = parent[a];
  b = parent[b];
  while (a != b) {
    a = rootOf(parent, a);
    b = rootOf(parent, b);
    if (a == b) return;
    unsigned high = max(a, b), low = min(a, b);
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

/** Joins the ends of one edge of each vertex of a part, of the given number. */
extern "C" __global__ void hookSample(unsigned *parent, const unsigned *row, const int *column,
                                      unsigned own, unsigned number) {
  unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < own && row[v] + number < row[v + 1]) join(parent, v, column[row[v] + number]);
}

/** Joins the ends of the edges of a vertex, from the one of number `first` on. */
struct Rows {
  unsigned *parent;
  const unsigned *rows;
  const int *column;
  unsigned first;

  template <int THREADS> __device__ void row(unsigned vertex, unsigned lane) {
    unsigned end = rows[vertex + 1];
    for (unsigned edge = rows[vertex] + first + lane; edge < end; edge += THREADS) {
      join(parent, vertex, column[edge]);
    }
  }
};

/**
 * Joins the ends of the edges of a part, of each vertex from the one of number `first` on. What it
 * costs is declared by `edges`, of which the part has so many.
 */
extern "C" __global__ void hook(unsigned *parent, const unsigned *row, const int *column,
                                const unsigned *vertices, const unsigned *blocks, unsigned first,
                                unsigned edges) {
  Rows rows = {parent, row, column, first};
  forRows(vertices, blocks, rows);
}

/** Makes a pair of each vertex of a part and of its root, by the numbers of the graph. */
extern "C" __global__ void pair(const unsigned *parent, const unsigned *global, unsigned n,
                                unsigned *pairs) {
  unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  pairs[2 * v] = global[v];
  pairs[2 * v + 1] = global[parent[v]];
}

/** Joins the vertices of pairs. */
extern "C" __global__ void hookPairs(unsigned *parent, const unsigned *pairs, unsigned count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) join(parent, pairs[2 * i], pairs[2 * i + 1]);
}

/** Points each vertex to its root. */
extern "C" __global__ void compress(unsigned *parent, unsigned n) {
  unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) parent[v] = rootOf(parent, v);
}
