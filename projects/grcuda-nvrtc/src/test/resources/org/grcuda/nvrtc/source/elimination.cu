/*===========================================================
 ** Elimination: globals of the host, kernels declared first,
 ** parameters of kernels named as variables of the host.
 **=========================================================*/
#include "cuda.h"
#include <fstream>
#include <math.h>
#include <sstream>
#include <string>

#ifdef LINE_THREADS
        #define THREADS LINE_THREADS
#else
        #define THREADS 64
#endif

int n;
float *matrix, *rhs, *solution;
float *factors;
FILE *file;
unsigned int microseconds = 0;

void read_problem(char *name);
void eliminate();
__global__ void column(float *factors, float *matrix, int n, int step);
__global__ void rows(float *factors, float *matrix, float *rhs,int n, int step);
void check(const char *where);

int main(int argc, char *argv[])
{
    int quiet = 0, i;
    for (i = 1; i < argc; i++) {
      if (argv[i][0]=='-') {/* an option */
        switch (argv[i][1]) {
          case 'n':
            n = atoi(argv[++i]);
            break;
          case 'q': quiet = 1;
        }
      }
    }
    eliminate();
    if (!quiet) {
        std::ostringstream text;
        for (i = 0; i < n; i++) text << solution[i] << (i < n - 1 ? ", " : "\n");
        printf("%s", text.str().c_str());
    }
    free(factors);
}

__global__ void column(float *factors, float *matrix, int n, int step)
{
        int row = blockIdx.x * blockDim.x + threadIdx.x + step + 1;
        if (row >= n) return;
        *(factors + n * row + step) = *(matrix + n * row + step) / *(matrix + n * step + step);
}

__global__ void rows(float *factors, float *matrix, float *rhs,int n, int step)
{
        int row = blockIdx.y * blockDim.y + threadIdx.y + step + 1;
        int col = blockIdx.x * blockDim.x + threadIdx.x + step;
        if (row >= n || col >= n) return;
        matrix[n * row + col] -= factors[n * row + step] * matrix[n * step + col];
        if (col == step) {
                rhs[row] -= factors[n * row + step] * rhs[step];
        }
}

void eliminate()
{
        int step;
    float *d_factors,*d_matrix,*d_rhs;
        int blocks = (n/THREADS) + (!(n%THREADS)? 0:1);
        dim3 block(THREADS);
        dim3 grid(blocks);
        dim3 tile(8, 8), tiles((n + 7) / 8, (n + 7) / 8);
        cudaMalloc((void **) &d_factors, n * n * sizeof(float));
        for (step=0; step<(n-1); step++) {
                column<<<grid,block>>>(d_factors,d_matrix,n,step);
                cudaDeviceSynchronize();
                rows<<<tiles,tile>>>(d_factors,d_matrix,d_rhs,n,step);
                check("rows");
        }
}

void check(const char *where)
{
    cudaError_t error = cudaGetLastError();
    if( cudaSuccess != error)
    {
        fprintf(stderr, "%s: %s.\n", where,
                                  cudaGetErrorString( error) );
        exit(EXIT_FAILURE);
    }
}
