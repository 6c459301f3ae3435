// Diffusion in an image (as two versions of a known one): parts in .cu files without kernels, define.c, extern arrays.
#include "speckle/define.c"
#include "speckle/extract.cu"
#include "speckle/steps.cu"
#include "speckle/device.c"			// host code in a file named so

int main(int argc, char *argv []){
	long long time0, time1;
	fp *image, *d_I;
	int Nr = 502, Nc = 458;
	long Ne = Nr * Nc;
	int niter = argc > 1 ? atoi(argv[1]) : 1;
	dim3 threads; dim3 blocks;
	threads.x = NUMBER_THREADS;
	blocks.x = Ne % threads.x != 0 ? Ne / threads.x + 1 : Ne / threads.x;
	extract<<<blocks, threads>>>(Ne, d_I);
	for (int iter=0; iter<niter; iter++){
		derive<<<blocks, threads>>>(0.5f, Ne, Nr, Nc, d_I, 0.1f, d_I, d_I);
		update<<<blocks, threads>>>(0.5f, Nr, Nc, Ne, d_I, d_I);
	}
	compress<<<blocks, threads>>>(Ne, d_I);
	report(time1 - time0);
	free(image);
}
