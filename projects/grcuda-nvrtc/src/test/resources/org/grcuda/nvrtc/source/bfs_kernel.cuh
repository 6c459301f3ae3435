#ifndef _BFS_KERNEL_H_
#define _BFS_KERNEL_H_

inline void hostOnlyHelper(const char *text) { puts(text); }

__global__ void expand(Node *nodes, int *edges, bool *mask, bool *visiting, int *cost, int n) {
  int tid = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
  if (tid < n && mask[tid]) {
    mask[tid] = false;
    for (int i = nodes[tid].starting; i < (nodes[tid].no_of_edges + nodes[tid].starting); i++) {
      int id = edges[i];
      if (cost[id] < 0) {
        cost[id] = cost[tid] + 1;
        visiting[id] = true;
      }
    }
  }
}

__global__ void advance(bool *mask, bool *visiting, bool *over, int n) {
  int tid = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
  if (tid < n && visiting[tid]) {
    mask[tid] = true;
    *over = true;
    visiting[tid] = false;
  }
}
#endif
