// LU decomposition in blocks: kernels behind a C interface, error macros, a stopwatch class with a destructor.
#include <cuda.h>
#include <stdio.h>
#include <getopt.h>
#include <assert.h>
#include <time.h>

#ifdef TILE_OF_TEST
#	define BLOCK_SIZE TILE_OF_TEST
#else
#	define BLOCK_SIZE 16
#endif
#define AT(m, r, c) m[(offset + (r)) * dim + offset + (c)]
#define UNIFORM  ( rand()   \
                     / (1 + (float)RAND_MAX) )
#define CALL(x) do { if ((x) != cudaSuccess) { \
    fprintf(stderr, "%s:%d: '%s' failed\n", __FILE__, __LINE__, #x); \
    return -1; } } while (0)

typedef enum _outcome { DONE = 0, FAILED = 1, } outcome;
typedef unsigned char BOOL;
typedef outcome (*step_fn)(float *m, int dim);
struct option_t { const char *name; int value; } static const long_options[] = {
  {"input", 1}, {"size", 1}, {0, 0}
};
static struct { long start, end; } watch, *current = &watch;

__global__ void lu_diagonal(float *m, int dim, int offset)
{
  __shared__ float shadow[BLOCK_SIZE][BLOCK_SIZE];
  int i, j;
  for (i = 0; i < BLOCK_SIZE; i++) shadow[i][threadIdx.x] = AT(m, i, threadIdx.x);
  __syncthreads();
  for (i = 0; i < BLOCK_SIZE - 1; i++) {
    if (threadIdx.x > i) {
      for (j = 0; j < i; j++) shadow[threadIdx.x][i] -= shadow[threadIdx.x][j] * shadow[j][i];
      shadow[threadIdx.x][i] /= shadow[i][i];
    }
    __syncthreads();
    if (threadIdx.x > i)
      for (j = 0; j < i + 1; j++) shadow[i + 1][threadIdx.x] -= shadow[i + 1][j] * shadow[j][threadIdx.x];
    __syncthreads();
  }
  for (i = 1; i < BLOCK_SIZE; i++) AT(m, i, threadIdx.x) = shadow[i][threadIdx.x];
}

/* Panels below and right of a block of the diagonal: even blocks below, odd ones right. */
__global__ void lu_panels(float *m, int dim, int offset)
{
  int step = (blockIdx.x / 2 + 1) * BLOCK_SIZE, t = threadIdx.x;
  if (blockIdx.x % 2) {
    for (int i = 1; i < BLOCK_SIZE; i++)
      for (int k = 0; k < i; k++) AT(m, i, step + t) -= AT(m, i, k) * AT(m, k, step + t);
  } else {
    for (int i = 0; i < BLOCK_SIZE; i++) {
      for (int k = 0; k < i; k++) AT(m, step + t, i) -= AT(m, step + t, k) * AT(m, k, i);
      AT(m, step + t, i) /= AT(m, i, i);
    }
  }
}

__global__ void lu_rest(float *m, int dim, int offset)
{
  int row = (blockIdx.y + 1) * BLOCK_SIZE + threadIdx.y, col = (blockIdx.x + 1) * BLOCK_SIZE + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < BLOCK_SIZE; k++) sum += AT(m, row, k) * AT(m, k, col);
  AT(m, row, col) -= sum;
}

class stopwatch {
  const char *name;
public:
  stopwatch(const char *name) : name{name} { watch.start = clock(); }
  ~stopwatch() { watch.end = clock(); printf("%s: %ld\n", name, watch.end - watch.start); }
  operator double() const { return (watch.end - watch.start) / (double)CLOCKS_PER_SEC; }
};

extern "C" { outcome decompose(float *m, int dim); }
outcome decompose(float *m, int dim)
{
  int i = 0;
  dim3 threads(BLOCK_SIZE, BLOCK_SIZE);
  for (; i < dim - BLOCK_SIZE; i += BLOCK_SIZE) {
    lu_diagonal<<<1, BLOCK_SIZE>>>(m, dim, i);
    lu_panels<<<(dim - i) / BLOCK_SIZE * 2 - 2, BLOCK_SIZE>>>(m, dim, i);
    dim3 grid((dim - i) / BLOCK_SIZE - 1, (dim - i) / BLOCK_SIZE - 1);
    lu_rest<<<grid, threads>>>(m, dim, i);
  }
  lu_diagonal<<<1, BLOCK_SIZE>>>(m, dim, i);
  return DONE;
}

int main(int argc, char *argv[])
{
  float *m;
  stopwatch total("total");
  CALL(cudaMalloc((void**)&m, 64 * 64 * sizeof(float)));
  assert(m != NULL && "no memory");
  step_fn step = decompose;
  return step(m, 64) == DONE && UNIFORM < 1 ? 0 : 1;
}
