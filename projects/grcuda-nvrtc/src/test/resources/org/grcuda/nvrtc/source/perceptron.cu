// One layer of a network in the C of twenty years ago: K&R functions, kernels in an included .cu.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <sys/time.h>
#include "perceptron.h"
#include "perceptron_kernel.cu"

#define COPY_BYTES(into, out_of, count)         \
  {                                             \
    register char *_a = (char *)(into);         \
    register char *_b = (char *)(out_of);       \
    register int _n;                            \
    for (_n = (count); _n > 0; _n--) *_a++ = *_b++; \
  }

extern "C" void train(NETWORK *net, float *losses);
extern int width_of_layer;
unsigned int launches = 0;

double now() {
  struct timeval t;
  gettimeofday(&t, NULL);
  return t.tv_sec + t.tv_usec * 1e-6;
}

void fill_row(row, count, value)
float *row;
int count;
float value;
{
  int at;
  for (at = 0; at < count; at++) {
    row[at] = value;
  }
}

NETWORK *new_network(inputs, outputs) int inputs, outputs;
{
  NETWORK *net = (NETWORK *)malloc(sizeof(NETWORK));
  if (net == NULL) {
    printf("out of memory { %d\n", inputs);
    return (NULL);
  }
  net->inputs = inputs;
  net->outputs = outputs;
  net->in = (float *)calloc(inputs, sizeof(float));
  fill_row(net->in, inputs, 0.5f);
  return (net);
}

extern "C" void train(NETWORK *net, float *losses) {
  float *d_in, *d_weights, *d_sums, *sums;
  int blocks = net->inputs / TILE;
  dim3 grid(1, blocks);
  dim3 block(TILE, TILE);
  sums = (float *)malloc(blocks * TILE * sizeof(float));
  cudaMalloc((void **)&d_in, net->inputs * sizeof(float));
  cudaMalloc((void **)&d_weights, net->inputs * TILE * sizeof(float));
  cudaMalloc((void **)&d_sums, blocks * TILE * sizeof(float));
  cudaMemcpy(d_in, net->in, net->inputs * sizeof(float), cudaMemcpyHostToDevice);
  forward<<<grid, block>>>(d_in, d_weights, d_sums);
  cudaThreadSynchronize();
  if (cudaGetLastError() != cudaSuccess) {
    exit(EXIT_FAILURE);
  }
  COPY_BYTES(losses, sums, TILE * sizeof(float));
  backward<<<grid, block>>>(d_in, losses, d_weights);
  launches += 2;
}

int options(int argc, char *argv[]) {
  if (argc != 2) goto wrong;
  width_of_layer = atoi(argv[1]);
  if (width_of_layer % TILE) goto wrong;
  srand(SEED);
  return 0;
wrong:
  fprintf(stderr, "%s <multiple of %d>\n", argv[0], TILE);
  return 1;
}

int width_of_layer = 0;

int main(int argc, char **argv) {
  float losses[TILE];
  if (options(argc, argv)) return 1;
  train(new_network(width_of_layer, TILE), losses);
  printf("%f in %g s\n", losses[0], now());
}
