#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <sys/time.h>

#define MAX_THREADS_PER_BLOCK 512

int no_of_nodes;
int edge_list_size;
FILE *fp;

// Structure to hold a node
struct Node {
  int starting;
  int no_of_edges;
};

typedef struct {
  double seconds;
  char label[32];
} Timer, *TimerPtr;

#include "bfs_kernel.cuh"

void BFSGraph(int argc, char **argv);

static double now(void) {
  struct timeval tv;
  gettimeofday(&tv, NULL);
  return tv.tv_sec + tv.tv_usec * 1e-6;
}

int main(int argc, char **argv) {
  no_of_nodes = 0;
  edge_list_size = 0;
  BFSGraph(argc, argv);
}

void BFSGraph(int argc, char **argv) {
  fp = fopen(argv[1], "r");
  if (!fp) { printf("Error Reading graph file\n"); return; }
  fscanf(fp, "%d", &no_of_nodes);
  Node *h_nodes = (Node *)malloc(sizeof(Node) * no_of_nodes), *d_nodes;
  bool *mask, *visiting, *over, stop;
  int *edges, *cost;
  cudaMalloc((void **)&d_nodes, sizeof(Node) * no_of_nodes);
  dim3 grid(no_of_nodes / MAX_THREADS_PER_BLOCK + 1), threads(MAX_THREADS_PER_BLOCK);
  int k = 0;
  do {
    stop = false;
    expand<<<grid, threads, 0>>>(d_nodes, edges, mask, visiting, cost, no_of_nodes);
    advance<<<grid, threads, 0>>>(mask, visiting, over, no_of_nodes);
    k++;
  } while (stop);
  printf("Kernel Executed %d times in %g\n", k, now());
  free(h_nodes);
}
