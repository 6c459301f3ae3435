// Frames of a film: big structs in constant memory, C files as parts, a kernel of phases, and its makers in macros.
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <avilib.h>
#include <avimod.h>
#include "heart/define.c"
params_common_change common_change;
__constant__ params_common_change d_common_change;
params_common common;
__constant__ params_common d_common;
params_unique unique[ALL_POINTS];
__constant__ params_unique d_unique[ALL_POINTS];
#include "heart/kernel.cu"

#define KERNEL_OF(name, type, op)                                                \
  __global__ void name##_kernel(type *x, type by) { x[threadIdx.x] op by; }      \
  void name(type *x, type by) { name##_kernel<<<1, 32>>>(x, by); }
KERNEL_OF(scale, float, *=)
KERNEL_OF(shift, int, +=)

void write_data(char *filename, int frames, int *rows)
{
	FILE *fid = fopen(filename, "w+");
	if (fid == NULL) return;
	for (int j = 0; j < frames; j++) fprintf(fid, "%d\t", rows[j]);
	fclose(fid);
}
int main(int argc, char *argv [])
{
	int i;
	for (i = 0; i < ALL_POINTS; i++) unique[i].point_no = i;
	common.sSize = 40, common.frame_elem = 64;
	cudaMemcpyToSymbol(d_common, &common, sizeof(params_common));
	cudaMemcpyToSymbol(d_unique, &unique, sizeof(params_unique) * ALL_POINTS);
	dim3 blocks(ALL_POINTS), threads(32);
	for (common_change.frame_no = 0; common_change.frame_no < 3; common_change.frame_no++) track<<<blocks, threads>>>();
	scale(common_change.d_frame, 2), shift(0, 1);
	write_data(argv[0], 3, &i);
}
