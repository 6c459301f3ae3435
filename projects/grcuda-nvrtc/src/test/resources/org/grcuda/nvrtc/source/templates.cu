// Template kernels with shared memory of a dependent type, chosen by a switch of the host, in an unnamed way of old samples.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdlib>
#include <iostream>
#include <type_traits>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
namespace cg = cooperative_groups;
using std::cerr;
using std::vector;
namespace chr = std::chrono;

/** The dynamic shared memory as an array of T. */
template <typename T> struct Shared
{
    __device__ inline operator T *() { extern __shared__ int words[]; return reinterpret_cast<T *>(words); }
    __device__ inline operator const T *() const { extern __shared__ int words[]; return (T *)words; }
};
template <> struct Shared<double>
{
    __device__ inline operator double *() { extern __shared__ double doubles[]; return doubles; }
};

template <typename T, int N = 4, typename = typename std::enable_if<(N > 1)>::type>
__device__ __forceinline__ T unrolled(const T (&x)[N]) {
    T sum = T();
#pragma unroll
    for (int i = 0; i < N; ++i) sum += x[i];
    return sum;
}

template <class T, unsigned int threads, bool full>
__global__ void total(T *__restrict__ in, T *__restrict__ out, unsigned int n)
{
    cg::thread_block block = cg::this_thread_block();
    T *shared = Shared<T>();
    T mine[2] = {T(0), T(0)};
    for (unsigned int i = blockIdx.x * threads * 2 + threadIdx.x; i < n; i += threads * 2 * gridDim.x) {
        mine[0] += in[i];
        if (full || i + threads < n) mine[1] += in[i + threads];
    }
    shared[threadIdx.x] = unrolled<T, 2>(mine);
    cg::sync(block);
    if constexpr (threads >= 128) { if (threadIdx.x < 64) shared[threadIdx.x] += shared[threadIdx.x + 64]; cg::sync(block); }
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    if (threadIdx.x < 32) {
        T sum = cg::reduce(warp, shared[threadIdx.x] + shared[threadIdx.x + 32], cg::plus<T>());
        if (threadIdx.x == 0) out[blockIdx.x] = sum;
    }
}

template <class T>
void reduce(int size, int threads, int blocks, int which, T *in, T *out)
{
    dim3 block(threads, 1, 1);
    size_t bytes = threads * (threads < 33 ? 2 : 1) * sizeof(T);
    if (size & (size - 1)) {
        switch (threads) {
            case 128: total<T, 128, false><<<blocks, block, bytes>>>(in, out, size); break;
            case 64: total<T,  64, false><<<blocks, block, bytes>>>(in, out, size); break;
        }
    } else {
        switch (threads) {
            case 128: total<T, 128, true><<<blocks, block, bytes>>>(in, out, size); break;
        }
    }
}

template void reduce<int>(int, int, int, int, int *, int *);
template void reduce<double>(int, int, int, int, double *, double *);
template __global__ void total<int, 64, true>(int *__restrict__, int *__restrict__, unsigned int);

int main() {
    vector<double> x(1 << 10, 1.5);
    thrust::device_vector<double> d(x.begin(), x.end());
    double *in = thrust::raw_pointer_cast(d.data());
    total<double, 64, false><<<1, 64, 64 * sizeof(double)>>>(in, in, 1000u);
    reduce<int>(100, 128, 1, 0, nullptr, nullptr);
    auto begin = chr::steady_clock::now();
    std::cout << thrust::reduce(d.begin(), d.end(), 0.0, [] __device__(double a, double b) { return a + b; });
    cerr << (chr::steady_clock::now() - begin).count();
}
