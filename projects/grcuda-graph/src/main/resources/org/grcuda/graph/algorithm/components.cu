// Connected components by hooking: a forest in which each vertex points to one with a smaller
// number, or to itself. Two trees are joined by pointing the greater root to the smaller one.

#include "rows.cuh"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

/** No vertex. */
const unsigned NONE = 0xffffffff;

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
  unsigned v = INDEX;
  if (v < n) parent[v] = v;
}

/** In `second`: the first edge of the vertex is to be joined, too. */
const unsigned FIRST = 0x80000000;

/**
 * Joins each own vertex of a part with the end of its first edge, if that has a smaller number, by
 * pointing to it. Says in `second` where its second edge leads, so that the row is read once only.
 */
extern "C" __global__ void hookFirst(unsigned *parent, const unsigned *row, const int *column,
                                     unsigned own, unsigned n, unsigned *second) {
  unsigned v = INDEX;
  if (v >= n) return;
  unsigned end = v;
  if (v < own) {
    unsigned edge = row[v], edges = row[v + 1] - edge;
    if (edges > 0) end = column[edge];
    second[v] = (edges > 1 ? column[edge + 1] : v) | (end > v ? FIRST : 0);
  }
  parent[v] = min(v, end);
}

/** Joins each vertex of a part with the end of its second edge, and of the first one if it is due. */
extern "C" __global__ void hookSecond(unsigned *parent, const unsigned *row, const int *column,
                                      unsigned own, const unsigned *second) {
  unsigned v = INDEX;
  if (v >= own) return;
  if (second[v] & FIRST) join(parent, v, column[row[v]]);
  join(parent, v, second[v] & ~FIRST);
}

/** Joins the ends of the edges of a vertex. */
struct Rows {
  unsigned *parent;
  const unsigned *rows;
  const int *column;

  /** Of the tree whose vertices are left out. */
  unsigned but;

  /** Counts the edges, if vertices are left out. */
  unsigned *followed;

  template <int THREADS> __device__ void row(unsigned vertex, unsigned lane) {
    unsigned begin = rows[vertex], end = rows[vertex + 1];
    if (but != NONE) {
      if (parent[vertex] == parent[but]) return;
      if (lane == 0) atomicAdd(followed, end - begin);
    }
    for (unsigned edge = begin + lane; edge < end; edge += THREADS) {
      join(parent, vertex, column[edge]);
    }
  }
};

/**
 * Joins the ends of the edges of a part, but of vertices that are seen to be in the tree of `but`.
 * What it costs is declared by `edges`, of which it follows so many, and those that it counts.
 */
extern "C" __global__ void hook(unsigned *parent, const unsigned *row, const int *column,
                                const unsigned *vertices, const unsigned *blocks, unsigned but,
                                unsigned *followed, unsigned own, unsigned edges) {
  Rows rows = {parent, row, column, but, followed};
  forRows(vertices, blocks, rows);
}

/**
 * Tells by a byte for each vertex of the graph which ones of a part are in the tree of `main`, and
 * makes pairs of each other vertex and its root, by the numbers of the graph.
 */
extern "C" __global__ void report(const unsigned *parent, const unsigned *global, unsigned n,
                                  unsigned main, unsigned *inMain, unsigned *pairs,
                                  unsigned *count) {
  unsigned v = INDEX;
  if (v >= n) return;
  unsigned root = rootOf(parent, v);
  if (root == rootOf(parent, main)) {
    ((unsigned char *)inMain)[global[v]] = 1;
  } else if (root != v) {
    unsigned at = atomicAdd(count, 1);
    pairs[2 * at] = global[v];
    pairs[2 * at + 1] = global[root];
  }
}

/** Joins `main` with those of `n` vertices, from `first` on, that a part has in that tree. */
extern "C" __global__ void hookMain(unsigned *parent, unsigned main, const unsigned *inMain,
                                    unsigned first, unsigned n) {
  unsigned v = INDEX;
  if (v < n && ((const unsigned char *)inMain)[v]) join(parent, first + v, main);
}

/** Joins the vertices of pairs. */
extern "C" __global__ void hookPairs(unsigned *parent, const unsigned *pairs, unsigned count) {
  unsigned i = INDEX;
  if (i < count) join(parent, pairs[2 * i], pairs[2 * i + 1]);
}

/** Points each vertex to its root. */
extern "C" __global__ void compress(unsigned *parent, unsigned n) {
  unsigned v = INDEX;
  if (v < n) parent[v] = rootOf(parent, v);
}
