// Kernels whose addresses the host keeps: pointers to functions, tables, loops over them, std::function.
#include <cooperative_groups.h>
#include <functional>
#include <stdexcept>
#include <tuple>
#define EDGE    16
#define LINES  8
namespace cg = cooperative_groups;
int COLUMNS = 64, *ROWS    = &COLUMNS;
#define DOWN_TO(a, b) (a / b * b)
const char *title = "Transpose";
const float eps = 1e-5f, table[] = {1.f, 2.f, 3.f};
const double scales[2][2] = {{1, 2}, {3, 4}};
#ifdef _MSC_VER
#pragma warning(disable : 4819)
__declspec(align(16)) struct Aligned { int x; };
#else
struct __attribute__((aligned(16))) Aligned { int x[4]; };
#endif

__global__ void copy(float *to, const float *from, int width, int height)
{
    for (int i = 0, x = blockIdx.x * EDGE + threadIdx.x, y = blockIdx.y * EDGE + threadIdx.y; i < EDGE; i += LINES)
        if (x < width && y + i < height) to[(y + i) * width + x] = from[(y + i) * width + x] * table[1] / 2;
}

void __global__ directly(float *to, const float *from, int width, int height)
{
    int x = blockIdx.x * EDGE + threadIdx.x, y = blockIdx.y * EDGE + threadIdx.y;
    for (int i = 0; i < EDGE; i += LINES) to[x * height + (y + i)] = from[(y + i) * width + x];
}

static __global__ __launch_bounds__(EDGE * LINES) void byTiles(float *to, const float *from, int width, int height)
{
    cg::thread_block block = cg::this_thread_block();
    __shared__ float tile[EDGE][EDGE + 1];
    int x = blockIdx.x * EDGE + threadIdx.x, y = blockIdx.y * EDGE + threadIdx.y;
    for (int i = 0; i < EDGE; i += LINES) tile[threadIdx.y + i][threadIdx.x] = from[(y + i) * width + x];
    cg::sync(block);
    x = blockIdx.y * EDGE + threadIdx.x, y = blockIdx.x * EDGE + threadIdx.y;
    for (int i = 0; i < EDGE; i += LINES) to[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}

typedef void (*kernel_t)(float *, const float *, int, int);
static const std::pair<const char *, kernel_t> kernels[] = {{"copy", &copy}, {"naive", directly}, {"tile", byTiles}};
static void (*selected)(float *, const float *, int, int) = &byTiles;
void (*choose(const char *name))(float *, const float *, int, int) {
    for (auto &[each, kernel] : kernels) if (std::string(each) == name) return kernel;
    throw std::out_of_range(name);
}
auto chooseAgain(int i) -> kernel_t { return kernels[i].second; }
[[nodiscard]] static inline bool close(float a, float b) noexcept(true) { return a - b < eps && b - a < eps; }

int main(int argc, char **argv)
{
    std::function<void(int)> run = [&](int k) {
        void (*kernel)(float *, const float *, int, int);
        kernel = k ? choose("naive") : selected;
        dim3 grid(COLUMNS / EDGE, 2), threads(EDGE, LINES);
        kernel<<<grid, threads>>>(nullptr, nullptr, COLUMNS, 32);
        chooseAgain(k)<<<grid, threads>>>(nullptr, nullptr, COLUMNS, DOWN_TO(33, 16));
        void *args[] = {&kernel};
        cudaLaunchKernel((const void *)byTiles, grid, threads, args, 0, nullptr);
    };
    for (int k = 0; k < 3; k++) run(k);
    return close(table[0], 1.f) ? EXIT_SUCCESS : EXIT_FAILURE;
}
