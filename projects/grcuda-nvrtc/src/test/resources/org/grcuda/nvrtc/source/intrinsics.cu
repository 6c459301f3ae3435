// Atomics, votes, shuffles, assembly, printf and device functions by pointer, each with a check of the host beside.
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cuda_fp16.h>
#include <vector_types.h>
#include <device_launch_parameters.h>
#ifdef __INTELLISENSE__
#define LAUNCH(grid, block)
#else
#define LAUNCH(grid, block) <<<grid, block>>>
#endif
#define ASM asm volatile
#define ITERATE(n, body) for (int iteration = 0; iteration < (n); iteration++) { body; }
#define LANES 0xffffffffu

typedef float (*binary_t)(float, float);
typedef struct { int op; float (*run)(float); } named_t;
__device__ float add(float a, float b) { return a + b; }
__device__ float most(float a, float b) { return fmaxf(a, b); }
__device__ binary_t operators[2] = {add, most};
__device__ __managed__ int watched = -1;

__device__ __forceinline__ unsigned lane_id() { unsigned id; ASM("mov.u32 %0, %%laneid;" : "=r"(id)); return id; }
static __device__ __inline__ int prefix(int x)
{
	int lane = lane_id();
	for (int d = 1; d < 32; d <<= 1) {
		int y = __shfl_up_sync(LANES, x, d);
		if (lane >= d) x += y;
	}
	return x;
}

__global__ void atomics(int *out)
{
	const unsigned int tid = blockDim.x * blockIdx.x + threadIdx.x;
	atomicAdd(&out[0], 10), atomicSub(&out[1], 10), atomicExch(&out[2], tid % 1 + 7);
	atomicMax(&out[3], tid), atomicMin(&out[4], tid);
	atomicInc((unsigned int *)&out[5], 17), atomicDec((unsigned int *)&out[6], 137);
	atomicCAS(&out[7], tid - 1, tid);
	atomicAnd(&out[8], 2 * tid + 7), atomicOr(&out[9], 1 << tid % 16), atomicXor(&out[10], tid);
}

__global__ void votes(const unsigned *in, unsigned *out, int warp_size)
{
	bool odd = in[threadIdx.x] & 1;
	if (__any_sync(LANES, odd)) out[threadIdx.x] = __ballot_sync(LANES, odd);
	if (__all_sync(LANES, odd)) out[threadIdx.x] |= 0x80000000u;
	out[threadIdx.x] += __popc(__activemask()) / warp_size;
}

__global__ void prefixes(int *x, const __half *scale)
{
	ITERATE(1, x[threadIdx.x] = prefix(x[threadIdx.x]))
	x[threadIdx.x] *= (int)__half2float(*scale);
	if (threadIdx.x == 0) printf("prefix %d of %s\n", x[31], "warp");
}

extern "C" __global__ void fold(const float *x, float *out, int n, int which)
{
	binary_t f = operators[which];
	float sum = x[0];
	for (int i = 1; i < n; i++) sum = f(sum, x[i]);
	*out = sum, watched = which;
}

static int fail(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	int n = vfprintf(stderr, format, list);
	va_end(list);
	return n;
}

static int atomicsGold(int *out, const int n)
{
	int val = 0;
	ITERATE(n, val += 10)
	if (val != out[0]) return fail("add failed: %d {\n", out[0]);
	return (val = INT_MIN, out[3] == n - 1) ? 0 : fail("max failed\n");
}
static named_t gold[] = {{.op = 0, .run = [](float x) { return x; }}, {1, nullptr}};

int main()
{
	int *x = nullptr;
	atomics LAUNCH(2, 64)(x);
	votes LAUNCH(1, 32)(nullptr, nullptr, 32);
	prefixes LAUNCH(dim3(1, 1), (dim3{32}))(x, nullptr);
	fold<<<1, 1>>>(nullptr, nullptr, 3, gold[0].op);
	binary_t f;
	cudaMemcpyFromSymbol(&f, operators, sizeof(binary_t), 0);
	return atomicsGold(x, 128);
}
