#include <cuda.h>
#include <time.h>
#include <cstdlib>
#include <complex>
// Tables in constant memory, const host data, and data of the host with the same shapes.
#define KERNEL_RADIUS 2
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)
__constant__ float c_Kernel[KERNEL_LENGTH];
__device__ int d_counter = 0;
__constant__ struct Limits { int low, high; } c_limits = {0, 255};
static const int widths[] = {1, 2, 4, 8};
const double scale = 0.5, offset = 1.5;
const unsigned long mask = 0xffUL;
static const char *const messages[] = {"ok", "failed"};
const std::complex<double> unit(0, 1);
float h_Kernel[KERNEL_LENGTH] = {1, 2, 3, 2, 1};
struct Option { const char *name; int value; } options[] = {{"size", 1}, {"runs", 2}};
enum Mode { FAST = 1, SLOW = FAST << 1 };
enum class Axis : unsigned char { ROWS, COLUMNS };

extern "C" void setConvolutionKernel(float *h) {
  cudaMemcpyToSymbol(c_Kernel, h, KERNEL_LENGTH * sizeof(float));
}

template <Axis AXIS>
__global__ void convolve(float *out, const float *in, int n, Mode mode) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = -KERNEL_RADIUS; k <= KERNEL_RADIUS; k++) {
    int j = i + k * (AXIS == Axis::ROWS ? 1 : widths[1]);
    if (j >= 0 && j < n) sum += in[j] * c_Kernel[k + KERNEL_RADIUS];
  }
  if (mode == SLOW) atomicAdd(&d_counter, 1);
  out[i] = fminf(fmaxf(sum, c_limits.low), c_limits.high) * scale + offset + (mask & 1);
}

int main() {
  srand(time(NULL));
  setConvolutionKernel(h_Kernel);
  float *in, *out;
  convolve<Axis::ROWS><<<1, 128>>>(out, in, 128, FAST);
  convolve<Axis::COLUMNS><<<1, 128>>>(out, in, 128, SLOW);
}
