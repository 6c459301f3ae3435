// Needleman-Wunsch: an included kernel file that uses macros defined here, device functions with attributes.
#define LIMIT -999
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
#include <sys/time.h>

#ifdef TILE
# define BLOCK TILE
#else
# define BLOCK 16
#endif

void align( int argc, char** argv);
static int scores[4][4] = {
{ 5, -1, -2, -1},
{-1,  5, -3, -2},
{-2, -3,  5, -2},
{-1, -2, -2,  5},
};

__device__ __host__ int
best( int a,
      int b,
      int c)
{
  int most = a;
  if( b > most ) most = b; else if
  ( c > b ) ;
  return c > most ? (c) : (most);
}

__device__ void cell(int tile[BLOCK + 1][BLOCK + 1], int ref[BLOCK][BLOCK], int x, int y, int penalty)
{
  tile[y + 1][x + 1] = best(tile[y][x] + ref[y][x], tile[y + 1][x] - penalty, tile[y][x + 1] - penalty);
}

/* Tiles of one anti-diagonal; `direction` counts up, or down behind the middle. */
template <bool DOWN>
__global__ void diagonal(const int *__restrict__ reference, int *__restrict__ items, int cols, int penalty, int i, int tiles)
{
  int bx = blockIdx.x, tx = threadIdx.x;
  int tile_x = DOWN ? bx + tiles - i : bx, tile_y = DOWN ? tiles - bx - 1 : i - 1 - bx;
  int base = cols * BLOCK * tile_y + BLOCK * tile_x;
  __shared__ int tile[BLOCK + 1][BLOCK + 1];
  __shared__ int ref[BLOCK][BLOCK];
  if (tx == 0) tile[0][0] = items[base];
  for (int ty = 0; ty < BLOCK; ty++) ref[ty][tx] = reference[base + cols * (ty + 1) + tx + 1];
  tile[tx + 1][0] = items[base + cols * (tx + 1)];
  tile[0][tx + 1] = items[base + tx + 1];
  __syncthreads();
  for (int m = 0; m < 2 * BLOCK - 1; m++) {
    int y = m - tx;
    if (0 <= y && y < BLOCK) cell(tile, ref, tx, y, penalty);
    __syncthreads();
  }
  for (int ty = 0; ty < BLOCK; ty++) items[base + cols * (ty + 1) + tx + 1] = tile[ty + 1][tx + 1];
}

void usage(int argc, char **argv)
{
	fprintf(stderr, "%s <rows> <penalty> \n", *argv);
	exit(1);
}

int
main( int argc, char** argv)
{
    align( argc, argv);
    return EXIT_SUCCESS;
}

void align( int argc, char** argv)
{
    int rows = 0, penalty = 10, *d_ref, *d_items;
    if (argc == 3) { rows = atoi(argv[1]); penalty = atoi(argv[2]); }
    else usage(argc, argv);
	dim3 dimGrid;
	dim3 dimBlock(BLOCK, 1);
	int tiles = rows / BLOCK;
	for( int i = 1 ; i <= tiles ; i++){
		dimGrid.x = i;
		dimGrid.y = 1;
		diagonal<false><<<dimGrid, dimBlock>>>(d_ref, d_items, rows + 1, penalty, i, tiles);
	}
	for( int i = tiles - 1  ; i >= 1 ; i--){
		dimGrid.x = i;
		diagonal<true><<<dimGrid, dimBlock>>>(d_ref, d_items, rows + 1, penalty, i, tiles);
	}
#ifdef WITH_PATH
	FILE *path = fopen("result.txt","w");
	for (int i = rows - 2,  j = rows - 2; i>=0, j>=0;){
		if ( i == 0 && j == 0) break;
		else { fprintf(path, "%d ", scores[i][j]); i--; }
	}
#endif
}
