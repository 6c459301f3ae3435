// Nearest records: std::string in host structs, a struct for both sides, lambdas that sort.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
#include <cuda_runtime.h>
#include "helper_cuda.h"
#define min( x, y )			(x < y ? x : y)
#define parts( all, each )	(( all ) / each + !!( ( all ) % each ))
#define show( what )		printf( "%s = %lu\n", #what, (unsigned long) what )
#define DEBUG				false

typedef struct place_on_earth
{
  float lat;
  float lng;
} Place;

typedef struct entry
{
  std::string text;
  float distance;
} Entry;

int load(char *filename, std::vector<Entry> &entries, std::vector<Place> &places);
void nearest(std::vector<Entry> &entries, float *distances, int count, int top);
int parse(int argc, char *argv[], char *filename,int *r,float *lat,float *lng, int *q);

/**
* One thread for each place; `min' and DEBUG above are the host's.
*/
__global__ void distances(Place *where, float *far, int count, float lat, float lng)
{
	int at = blockDim.x * ( gridDim.x * blockIdx.y + blockIdx.x ) + threadIdx.x;
	Place *place = where + at;
	if (at < count) {
		float *to = far + at;
		*to = (float)sqrt((lat - place->lat) * (lat - place->lat) + (lng - place->lng) * (lng - place->lng));
	}
}

int main(int argc, char* argv[])
{
	std::vector<Entry> entries;
	std::vector<Place> places;
	cudaDeviceProp prop;
	cudaGetDeviceProperties( &prop, 0 );
	unsigned long widest = prop.maxGridSize[0];
	unsigned long threads = min( prop.maxThreadsPerBlock, 256 );
	show( threads );
	Place *where = NULL;
	float *far = NULL;
	unsigned long blocks = parts( places.size(), threads ), gridY = parts( blocks, widest );
	dim3 grid( (unsigned) parts( blocks, gridY ), (unsigned) gridY );
	checkCudaErrors(cudaMalloc(&where, places.size() * sizeof *where));
	distances<<< grid, (unsigned) threads >>>(where,far,(int)places.size(),30,90);
	std::partial_sort(entries.begin(), entries.begin() + 5, entries.end(),
		[](const Entry &a, const Entry &b) -> bool { return a.distance < b.distance; });
	for (const auto &[text, distance] : entries) std::cout << text << " is off by " << distance << std::endl;
	if (DEBUG) std::cerr << widest;
}
