// Breadth-first search, bottom-up: vertices that are not reached look for a neighbor that is.

#include "rows.cuh"

/** Whether it holds for a thread of a row. */
template <int THREADS> static __device__ bool any(bool holds) {
  return THREADS == 1 ? holds : THREADS == 32 ? __any_sync(0xffffffffu, holds) : __syncthreads_or(holds);
}

struct Search {
  unsigned *level;
  const unsigned *rows;
  const int *column;
  unsigned depth;
  unsigned found, edges;  // of this thread

  template <int THREADS> __device__ void row(unsigned vertex, unsigned lane) {
    if (level[vertex] <= depth) return;
    unsigned first = rows[vertex], end = rows[vertex + 1];
    for (unsigned begin = first; begin < end; begin += THREADS) {
      // Levels that this launch writes are above depth, as those of vertices that are not reached.
      bool isNeighbor = begin + lane < end && level[column[begin + lane]] <= depth;
      if (any<THREADS>(isNeighbor)) {
        if (lane == 0) {
          level[vertex] = depth + 1;
          found++;
          edges += begin - first + 1;
        }
        return;
      }
    }
    if (lane == 0) edges += end - first;
  }
};

static __device__ unsigned sumOfWarp(unsigned value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
  return value;
}

/**
 * Reaches the vertices of level depth + 1. Adds to `report` how many those are, and how many edges
 * were looked at. What it costs is declared by `own`, of which the part has so many vertices, and by
 * the latter.
 */
extern "C" __global__ void searchUp(unsigned *level, const unsigned *row, const int *column,
                                    const unsigned *vertices, const unsigned *blocks,
                                    unsigned own, unsigned depth, unsigned *report) {
  Search search = {level, row, column, depth, 0, 0};
  forRows(vertices, blocks, search);
  unsigned found = sumOfWarp(search.found), edges = sumOfWarp(search.edges);
  if (threadIdx.x % 32 == 0 && edges > 0) {
    atomicAdd(&report[0], found);
    atomicAdd(&report[1], edges);
  }
}
