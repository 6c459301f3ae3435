/*
 * Cholesky and LU without pivoting, on tiles of 2880 x 2880 floats, submitted to StarPU, whose SimGrid mode computes nothing.
 * The durations are those of the simulations of docs/out-of-core-results.md; priorities are the bottom levels of StarPU's examples.
 *
 *   tiles <cholesky|lu> <tiles a side> [hints]
 *
 * hints: tells StarPU what is not used any more, as its examples do. Prints one line of key=value pairs.
 */
#include <starpu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define B 2880.0
#define RATE 14e12
#define TILE_BYTES ((size_t)2880 * 2880 * 4)

enum kernel { GEMM, SYRK, TRSM, POTRF, GETRF, KERNELS };
static const char *const names[KERNELS] = { "gemm", "syrk", "trsm", "potrf", "getrf" };
static const double flops[KERNELS] = { 2 * B * B * B, B * B * B, B * B * B, B * B * B / 3, 2 * B * B * B / 3 };
static const double efficiency[KERNELS] = { 1, 0.85, 0.60, 0.10, 0.10 };
static const int buffers[KERNELS] = { 3, 2, 2, 1, 1 };

static struct starpu_codelet codelets[KERNELS];
static struct starpu_perfmodel models[KERNELS];
static long submitted[KERNELS];

static double microseconds(enum kernel k) { return flops[k] / (efficiency[k] * RATE) * 1e6; }

static double cost(struct starpu_task *task, struct starpu_perfmodel_arch *arch, unsigned nimpl)
{
	(void)arch; (void)nimpl;
	return microseconds((enum kernel)(task->cl - codelets));
}

static void unused(void *buffers_[], void *arg) { (void)buffers_; (void)arg; }

static void submit(enum kernel k, int priority, starpu_data_handle_t a, starpu_data_handle_t b, starpu_data_handle_t c)
{
	struct starpu_task *task = starpu_task_create();
	task->cl = &codelets[k];
	task->handles[0] = a;
	if (b) task->handles[1] = b;
	if (c) task->handles[2] = c;
	task->priority = priority;
	task->flops = flops[k];
	int ret = starpu_task_submit(task);
	STARPU_CHECK_RETURN_VALUE(ret, "starpu_task_submit");
	submitted[k]++;
}

int main(int argc, char **argv)
{
	if (argc < 3) return 2;
	int lu = !strcmp(argv[1], "lu");
	int N = atoi(argv[2]);
	int hints = argc > 3 && !strcmp(argv[3], "hints");
	int ret = starpu_init(NULL);
	STARPU_CHECK_RETURN_VALUE(ret, "starpu_init");

	for (int k = 0; k < KERNELS; k++) {
		models[k].type = STARPU_PER_ARCH;
		models[k].symbol = names[k];
		models[k].arch_cost_function = cost;
		codelets[k].where = STARPU_CUDA;
		codelets[k].cuda_funcs[0] = unused;
		codelets[k].nbuffers = buffers[k];
		for (int i = 0; i < buffers[k]; i++)
			codelets[k].modes[i] = i == buffers[k] - 1 ? STARPU_RW : STARPU_R;
		codelets[k].model = &models[k];
		codelets[k].name = names[k];
	}

	starpu_data_handle_t *h = calloc((size_t)N * N, sizeof(*h));
#define A(i, j) h[(size_t)(i) * N + (j)]
	for (int i = 0; i < N; i++)
		for (int j = 0; j < (lu ? N : i + 1); j++)
			starpu_variable_data_register(&A(i, j), STARPU_MAIN_RAM, (uintptr_t)1, TILE_BYTES);

	double start = starpu_timing_now();
	for (int k = 0; k < N; k++) {
		submit(lu ? GETRF : POTRF, 3 * (N - k), A(k, k), NULL, NULL);
		for (int m = k + 1; m < N; m++) {
			submit(TRSM, 3 * N - (2 * k + m), A(k, k), A(m, k), NULL);
			if (lu) submit(TRSM, 3 * N - (2 * k + m), A(k, k), A(k, m), NULL);
		}
		if (hints) starpu_data_wont_use(A(k, k));
		if (lu) {
			for (int m = k + 1; m < N; m++)
				for (int n = k + 1; n < N; n++)
					submit(GEMM, 3 * N - (k + m + n), A(m, k), A(k, n), A(m, n));
			if (hints)
				for (int m = k + 1; m < N; m++) {
					starpu_data_wont_use(A(m, k));
					starpu_data_wont_use(A(k, m));
				}
		} else
			for (int n = k + 1; n < N; n++) {
				submit(SYRK, 3 * N - (k + 2 * n), A(n, k), A(n, n), NULL);
				for (int m = n + 1; m < N; m++)
					submit(GEMM, 3 * N - (k + m + n), A(m, k), A(n, k), A(m, n));
				if (hints) starpu_data_wont_use(A(n, k));
			}
	}
	starpu_task_wait_for_all();
	double seconds = (starpu_timing_now() - start) / 1e6;

	double loads = 0, peers = 0, writes = 0;
	for (int bus = 0; bus < starpu_bus_get_count(); bus++) {
		struct starpu_profiling_bus_info info;
		starpu_bus_get_profiling_info(bus, &info);
		if (starpu_node_get_kind(starpu_bus_get_src(bus)) == STARPU_CPU_RAM) loads += info.transferred_bytes;
		else if (starpu_node_get_kind(starpu_bus_get_dst(bus)) == STARPU_CPU_RAM) writes += info.transferred_bytes;
		else peers += info.transferred_bytes;
	}
	double work = 0, busy = 0;
	for (int k = 0; k < KERNELS; k++) {
		work += submitted[k] * flops[k];
		busy += submitted[k] * microseconds(k) / 1e6;
	}
	printf("seconds=%.3f gflops=%.0f peak=%.1f loads=%.1f peers=%.1f writes=%.1f\n", seconds, work / seconds / 1e9,
	       100 * busy / starpu_cuda_worker_get_count() / seconds, loads / 1e9, peers / 1e9, writes / 1e9);
	fflush(stdout);
	/* Unregistering data after some large runs fails an assertion of StarPU. */
	_Exit(0);
}
