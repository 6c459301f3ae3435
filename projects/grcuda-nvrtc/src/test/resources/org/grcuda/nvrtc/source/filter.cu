// A particle filter: file-scope #defines of the host's numbers, device code with tabs, binary search, random numbers.
#include <cstdio>
#include <limits.h>
#include <fcntl.h>
#include <float.h>
#include <time.h>
#define BLOCK_X 16
#define PI 3.1415926535897932f
long M = INT_MAX;
const int A = 1103515245, C = 12345;
const int threads_per_block = 128;

typedef struct disk { int radius; double *cells; } disk;
enum { BACKGROUND = 100, FOREGROUND = 228 };

double seconds_of(long long from, long long to) { return (double) (to - from) * 1e-6; }
long long ticks() { return 0LL; }

__device__ int next_state(int *seed, int index)
{
	unsigned next = A * (unsigned)seed[index] + C;
	seed[index] = next & 0x7fffffff;
	return seed[index];
}

__device__ float d_uniform(int * seed, int index) { return next_state(seed, index) / ((float) INT_MAX); }

static __device__ double likelihood(const unsigned char *I, const int *ind, int points)
{
	double sum = 0.0;
	for(int x = 0; x < points; x++) {
		double back = I[ind[x]] - BACKGROUND, front = I[ind[x]] - FOREGROUND;
		sum += (back * back - front * front) / 50.0;
	}
	return sum;
}

__global__ void weigh(const unsigned char *I, const int *ind, double *weights, int points, int particles)
{
	size_t i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < particles) weights[i] = weights[i] * exp(likelihood(I, ind + i * points, points));
}

__device__ int place(const double *sums, int length, double value)
{
	int low = 0, high = length;
	while (low < high) {
		int middle = (low + high) >> 1;
		if (sums[middle] >= value) high = middle; else low = middle + 1;
	}
	return low < length ? low : length - 1;
}

__global__ void resample(const double *x, const double *sums, const double *u, double *out, int particles)
{
	int i = blockIdx.x*blockDim.x + threadIdx.x;
	if (i < particles) out[i] = x[place(sums, particles, u[i])];
	__syncthreads();
}

__global__ void scatter(double *x, int *seeds, int particles)
{
	int i = blockIdx.x*blockDim.x + threadIdx.x;
	if (i >= particles) return;
	float radius = sqrtf(-2 * logf(d_uniform(seeds, i))), angle = 2 * PI * d_uniform(seeds, i);
	x[i] += radius * cosf(angle);
}

int nearest(double of)
{
	return of < 0 ? -nearest(-of) : (int)(of + .5);
}

double uniform(int * state)
{
	*state = A**state + C;
	return (*state&0x7fffffff)/((double) M);
}

void must(cudaError e)
{
     if (e) {
     	printf("\n{ %s\n", cudaGetErrorString(e));
	    abort();
     }
}

int main(int argc, char * argv[])
{
	const char* usage = "filter [ width height frames particles ]";
	if (argc != 9) { printf("%s\n", usage); return 0; }
	int particles, *seeds; double *x;
	if (sscanf(argv[8], "%d", &particles) == EOF) { printf("\"particles\" is no number"); return 0; }
	must(cudaMalloc((void **) &x, sizeof(double)*particles));
	int num_blocks = ceil((double) particles/(double) threads_per_block);
	scatter <<< num_blocks, threads_per_block >>> (x, seeds, particles);
	resample << < num_blocks, threads_per_block >> > (x, x, x, x, particles);
	disk d = { 5, (double *)calloc(25, sizeof(double)) };
	printf("%lf %d", seconds_of(ticks(), ticks()), d.radius);
}
