// Heat in a box: macros as parameters, a long chain of conditionals, a shared header with host code.
#include <cassert>
#include <chrono>
#include <iostream>
#define BLOCK_SIZE 16
#define STR_SIZE 256
#define t_chip 0.0005
#define chip_height 0.016
#define amb_temp 80.0f
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define MIN(a, b) ((a) <= (b) ? (a) : (b))
#define CUDA_CHECK(call)                                                            \
  do {                                                                              \
    cudaError_t _e = (call);                                                        \
    if (_e != cudaSuccess) {                                                        \
      std::cerr << #call << " at " << __FILE__ << ":" << __LINE__ << std::endl;     \
      std::exit(1);                                                                 \
    }                                                                               \
  } while (0)

using std::cout;
using namespace std;
using Clock = std::chrono::high_resolution_clock;

#if defined(USE_DOUBLE)
typedef double real;
#else
typedef float real;
#endif

struct Coefficients { real ce, cw, cn, cs, ct, cb, cc; };

static __device__ __forceinline__ int clampIndex(int i, int n) { return i < 0 ? 0 : (i >= n ? n - 1 : i); }

__global__ void heat3d(const real *__restrict__ p, const real *__restrict__ in, real *out,
                       int nx, int ny, int nz, const Coefficients k, real step)
{
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  const int j = blockDim.y * blockIdx.y + threadIdx.y;
  if (!IN_RANGE(i, 0, nx - 1) || j >= ny) return;
  const int xy = nx * ny;
  int c = i + j * nx;
  const int W = clampIndex(i - 1, nx) + j * nx - c, E = clampIndex(i + 1, nx) + j * nx - c;
  const int N = i + clampIndex(j - 1, ny) * nx - c, S = i + clampIndex(j + 1, ny) * nx - c;
  real below, here = in[c], above = in[c];
  below = here;
#pragma unroll 4
  for (int z = 0; z < nz; z++, c += xy) {
    above = z + 1 < nz ? in[c + xy] : here;
    out[c] = k.cc * here + k.cw * in[c + W] + k.ce * in[c + E] + k.cs * in[c + S] + k.cn * in[c + N]
           + k.cb * below + k.ct * above + step * p[c] + k.ct * amb_temp;
    below = here;
    here = above;
  }
}

class Timer {
  Clock::time_point start_ = Clock::now();
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
};

template <typename Rep, typename Ratio = std::ratio<1>>
static void show(const char *what, std::chrono::duration<Rep, Ratio> time) { cout << what << time.count() << endl; }

static Coefficients coefficients(real dx, real dy, real dz) {
  Coefficients k{};
  k.ce = k.cw = 0.1f, k.cn = k.cs = 0.15f, k.ct = k.cb = 0.05f;
  k.cc = 1 - (2 * k.ce + 2 * k.cn + 3 * k.ct);
  return k;
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? std::stoi(argv[1]) : 32;
  auto bytes = [](auto... sizes) { return (sizes * ... * sizeof(real)); };
  real *p, *in, *out;
  CUDA_CHECK(cudaMalloc(&p, bytes(n, n, 8)));
  CUDA_CHECK(cudaMallocManaged(&in, bytes(n, n, 8)));
  CUDA_CHECK(cudaMallocManaged(&out, bytes(n, n, 8)));
  Timer timer;
  auto k = coefficients(1, 1, 1);
  for (int t = 0; t < 10; ++t) {
    heat3d<<<dim3(n / BLOCK_SIZE, n / BLOCK_SIZE), dim3(BLOCK_SIZE, BLOCK_SIZE)>>>(p, in, out, n, n, 8, k, 0.01f);
    std::swap(in, out);
  }
  CUDA_CHECK(cudaDeviceSynchronize());
  show("seconds ", std::chrono::duration<double>(timer.seconds()));
}
