// No guard: it is included once.
__global__ void extract(long d_Ne, fp *d_I){
	int ei = blockIdx.x * NUMBER_THREADS + threadIdx.x;
	if(ei<d_Ne) d_I[ei] = exp(d_I[ei]/255);
}
__global__ void compress(	long d_Ne,
							fp *d_I){				// pointer to the image
	int ei = (blockIdx.x*NUMBER_THREADS)+threadIdx.x;
	if(ei<d_Ne){
		d_I[ei] = log(d_I[ei])*255;
	}
}
