// Streams of points: classes with virtual functions, pthreads, a global mutex, pinned memory, streams and events.
#include "cluster_stream.h"
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
using namespace std;

#define MUST(call) {                                    \
    cudaError code = call;                                        \
    if( code ) {                                                  \
        fprintf(stderr, "%s, %d: %s\n",                           \
                __FILE__, __LINE__, cudaGetErrorName( code) );    \
        abort();                                                  \
    } }
#ifdef WITH_TICKS
# define TICK(x) x
#else
# define TICK(x)
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool *moves;
bool *opened; // of each point
float *gains_h, *places_h;
static std::once_flag once;

__device__ float
apart(int p1, int p2, int num, int dim, float *places)
{
	float sum = 0.0;
	for(int i = 0; i < dim; i++){
		float d = places[(i*num)+p1] - places[(i*num)+p2];
		sum += d * d;
	}
	return sum;
}

__global__ void
gains(int num, int dim, long x, Point *p, int K, int stride,
      float *places, float *saved, int *slots, bool *moves_d)
{
	const int bid  = blockIdx.x + gridDim.x * blockIdx.y;
	const int tid = blockDim.x * bid + threadIdx.x;
	if(tid < num)
	{
		float *mine = &saved[tid*stride];
		float there = apart(tid, x, num, dim, places) * p[tid].weight;
		float here = p[tid].cost;
		if ( there < here ){
			moves_d[tid] = 1;
			mine[K] += there - here;
		}
		else mine[slots[p[tid].nearest]] += here - there;
	}
}

class Source {
public:
  virtual size_t read( float* dest, int dim, int num ) = 0;
  virtual int failed() = 0;
  virtual ~Source() { }
};

class RandomSource : public Source {
public:
  RandomSource(long n_ ) : n(n_) {}
  size_t read( float* dest, int dim, int num ) override {
    size_t count = 0;
    for( int i = 0; i < num && n > 0; i++, n-- ) {
      for( int k = 0; k < dim; k++ ) dest[i*dim + k] = lrand48()/(float)INT_MAX;
      count++;
    }
    return count;
  }
  int failed() final { return 0; }
private:
  long n;
};

struct Worker : std::thread {
  template <class... A> explicit Worker(A &&...a) : std::thread(std::forward<A>(a)...), ready{false} {}
  Worker(Worker &&) noexcept = default;
  std::condition_variable changed; bool ready : 1;
};

float gain_of( long x, Points *points, float z, long int *centres, int kmax, bool *open, int *table)
{
	cudaEvent_t start, stop;
	cudaStream_t stream;
	MUST( cudaEventCreate(&start) );
	MUST( cudaStreamCreate(&stream) );
	MUST( cudaMallocHost((void**) &places_h, points->num * points->dim * sizeof(float)) );
	TICK(double t1 = gettime());
	gains<<<dim3(4, 1), 256, 0, stream>>>(points->num, points->dim, x, points->p, 2, 3, places_h, gains_h, table, moves);
	lock_guard<mutex> hold(*new mutex);
	call_once(once, [&] { cudaEventElapsedTime(&z, start, stop); });
	pthread_mutex_lock(&lock);
	return z;
}

int main(int argc, char **argv)
{
	Source *stream = new RandomSource(argc);
	Worker worker([=]() mutable noexcept -> void { stream->read(nullptr, 0, 0); });
	set<int, greater<>> seen{1, 2, 3};
	worker.join();
	delete stream;
}
