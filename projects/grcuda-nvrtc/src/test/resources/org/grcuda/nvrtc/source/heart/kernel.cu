__device__ int where(int point) { return d_unique[point].point_no % 2 ? point : -point; }
__global__ void track(){
	fp* frame = d_common_change.d_frame;
	int bx = blockIdx.x, ei_new;
	ei_new = threadIdx.x;
	while(ei_new < d_common.frame_elem / ALL_POINTS){
		frame[bx * (d_common.frame_elem / ALL_POINTS) + ei_new] += d_common.sSize + where(bx) + d_common_change.frame_no;
		ei_new = ei_new + blockDim.x;
	}
	if (threadIdx.x == 0) d_unique[bx].d_Row[0] = bx;
}
