// A scan with uint4, kernels between extern "C" functions of the host, a size that constexpr computes.
#include <assert.h>
#include <cooperative_groups.h>
#include <helper_cuda.h>
#include "scan_common.h"
namespace cg = cooperative_groups;

#define THREADS 128
constexpr uint log2of(uint n) { return n < 2 ? 0 : 1 + log2of(n / 2); }
constexpr uint WARP_LOG = log2of(32), ELEMENTS = THREADS * 4;
static_assert(WARP_LOG == 5, "a warp has 32 threads");

/** Sums up to here within `size` threads; behind them in `shared` are zeros. */
inline __device__ uint sums(uint mine, volatile uint *shared, uint size, cg::thread_block block)
{
    const uint at = threadIdx.x + (threadIdx.x / size + 1) * size;
    shared[at - size] = 0;
    uint sum = shared[at] = mine;
    for (uint away = 1; away < size; away *= 2) {
        cg::sync(block);
        sum += shared[at - away];
        cg::sync(block);
        shared[at] = sum;
    }
    return sum;
}

inline __device__ uint4 sums(uint4 v, volatile uint *shared, uint size, cg::thread_block block)
{
    uint all = v.x + v.y + v.z + v.w, before = sums(all, shared, size / 4, block) - all;
    return make_uint4(before, before + v.x, before + v.x + v.y, before + all - v.w);
}

__global__ void scanInBlocks(uint4 *to, uint4 *from, uint size)
{
    cg::thread_block block = cg::this_thread_block();
    __shared__ uint shared[2 * THREADS];
    uint i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = sums(from[i], shared, size, block);
}

__global__ void addBefore(uint4 *data, uint *before)
{
    __shared__ uint mine;
    if (!threadIdx.x) mine = before[blockIdx.x];
    __syncthreads();
    uint4 &v = data[blockIdx.x * blockDim.x + threadIdx.x];
    v.x += mine, v.y += mine, v.z += mine, v.w += mine;
}

extern "C" const uint MAX_BATCH = 1 << 20;
static uint *before;

extern "C" void initScan(void) { checkCudaErrors(cudaMalloc((void **)&before, (MAX_BATCH / ELEMENTS) * sizeof(uint))); }

static uint exponent(uint &of, uint n)
{
    for (of = 0; n && !(n & 1); n >>= 1) of++;
    return n;
}
static uint parts(uint all, uint each) { return all / each + (all % each ? 1 : 0); }

extern "C" size_t scanExclusive(uint *to, uint *from, uint batch, uint length)
{
    uint bits;
    assert(exponent(bits, length) == 1);
    scanInBlocks<<<parts(batch * length, ELEMENTS), THREADS>>>((uint4 *)to, (uint4 *)from, length);
    getLastCudaError("scanInBlocks<<<>>> failed\n");
    addBefore<<<1, THREADS>>>((uint4 *)to, before);
    return THREADS;
}

int main(int argc, char **argv) { initScan(); return scanExclusive(0, 0, 1, ELEMENTS) != THREADS; }
