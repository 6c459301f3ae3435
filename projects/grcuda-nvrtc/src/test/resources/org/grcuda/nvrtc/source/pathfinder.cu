#include <cstdlib>
#include <ctime>
#include <cassert>
#include "timing.h"
#define HALO 1
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define CLAMP_RANGE(x, min, max) x = (x < (min)) ? min : ((x > (max)) ? max : x)
#define MIN(a, b) ((a) <= (b) ? (a) : (b))
constexpr int BLOCK = 256;
int rows, cols;
int **wall;
int *data;
void init(int argc, char **argv) {
  if (argc == 3) { cols = std::atoi(argv[1]); rows = std::atoi(argv[2]); }
  data = new int[rows * cols];
  wall = new int *[rows];
  for (int n = 0; n < rows; n++) wall[n] = data + cols * n;
  std::srand(9);
  for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) wall[i][j] = std::rand() % 10;
}
void fatal(char *s) { fprintf(stderr, "error: %s\n", s); }
__global__ void dynproc(int iteration, int *gpuWall, int *gpuSrc, int *gpuResults, int cols,
                        int rows, int startStep, int border) {
  __shared__ int prev[BLOCK];
  __shared__ int result[BLOCK];
  int tx = threadIdx.x;
  int small = BLOCK - iteration * HALO * 2;
  int blkX = small * blockIdx.x - border;
  int xidx = blkX + tx;
  int validMin = (blkX < 0) ? -blkX : 0;
  int validMax = (blkX + BLOCK - 1 > cols - 1) ? BLOCK - 1 - (blkX + BLOCK - cols) : BLOCK - 1;
  int W = tx - 1, E = tx + 1;
  W = (W < validMin) ? validMin : W;
  E = (E > validMax) ? validMax : E;
  bool valid = IN_RANGE(tx, validMin, validMax);
  if (IN_RANGE(xidx, 0, cols - 1)) prev[tx] = gpuSrc[xidx];
  __syncthreads();
  bool computed = false;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (IN_RANGE(tx, i + 1, BLOCK - i - 2) && valid) {
      computed = true;
      int shortest = MIN(prev[W], prev[tx]);
      shortest = MIN(shortest, prev[E]);
      result[tx] = shortest + gpuWall[cols * (startStep + i) + xidx];
    }
    __syncthreads();
    if (i == iteration - 1) break;
    if (computed) prev[tx] = result[tx];
    __syncthreads();
  }
  if (computed) gpuResults[xidx] = result[tx];
}
int main(int argc, char **argv) {
  init(argc, argv);
  dynproc<<<dim3(1), dim3(BLOCK)>>>(1, 0, 0, 0, cols, rows, 0, 1);
  return EXIT_SUCCESS;
}
