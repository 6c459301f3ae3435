// Particles in boxes: structs with arrays of structs as parameters, a header included twice.
#include <stdio.h>
#include "boxes.h"
#include "boxes.h"
#ifdef __cplusplus
extern "C" {
#endif
#define DOT(A,B) ((A.x)*(B.x)+(A.y)*(B.y)+(A.z)*(B.z))

__global__ void potentials(settings_t settings, space_t space, box_t *boxes, point_t *points, scalar *charges, field_t *fields)
{
	__shared__ point_t others[PER_BOX];
	__shared__ scalar theirs[PER_BOX];
	if (blockIdx.x >= space.boxes) return;
	box_t *home = boxes + blockIdx.x;
	point_t me = points[home->first + threadIdx.x];
	field_t sum = {0, 0, 0, 0};
	for (int b = 0; b <= home->neighbours; b++) {
		long first = b == 0 ? home->first : boxes[home->near[b - 1].box].first;
		others[threadIdx.x] = points[first + threadIdx.x];
		theirs[threadIdx.x] = charges[first + threadIdx.x];
		__syncthreads();
		for (int j = 0; j < PER_BOX; j++) {
			vector_t to = {me.x - others[j].x, me.y - others[j].y, me.z - others[j].z};
			scalar v = theirs[j] * exp(-settings.alpha * DOT(to, to));
			sum.v += v;
			sum.x += v * to.x;
			sum.y += v * to.y;
			sum.z += v * to.z;
		}
		__syncthreads();
	}
	fields[home->first + threadIdx.x] = sum;
}

void run(settings_t settings, space_t space, box_t* boxes, point_t* points, scalar* charges, field_t* fields)
{
	long long begin, end;
	box_t* d_boxes;
	point_t *d_points; field_t *d_fields;
	scalar* d_charges;
	dim3 grid, block;
	grid.x = space.boxes;
	block.x = PER_BOX;
	cudaMalloc((void **)&d_boxes, space.bytes);
	potentials<<<grid, block>>>(settings, space, d_boxes, d_points, d_charges, d_fields);
	cudaFree(d_boxes);
	printf("%.6f s, %d %%\n", (float) (end-begin) / 1000000, 100);
}

#ifdef __cplusplus
}
#endif
int digits(char *text){
	for(; *text != '\0'; text++) if (*text < '0' || *text > '9') return 0;
	return 1;
}
int main(int argc, char *argv []) {
	space_t space = { 0 };
	settings_t settings;
	settings.alpha = 0.5;
	if (argc > 1 && digits(argv[1])) space.boxes = atoi(argv[1]);
	run(settings, space, NULL, NULL, NULL, NULL);
	return 0.0;
}
