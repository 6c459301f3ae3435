struct Record { char tag; int* where; double value; };
__device__ int counter;
__device__ int cells[4] = {1, -2, 3};
__device__ Record record = {'r', cells + 2, 0.5};
__constant__ float weights[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ __managed__ float shared_with_host = 1.5f;
__device__ const short lookup[3] = {-1, 7, 300};
extern "C" __global__ void globals(float* out, int k) {
  atomicAdd(&counter, 1);
  *record.where += cells[k];
  out[k] = weights[k & 1][k % 3] + lookup[k] + shared_with_host;
}
