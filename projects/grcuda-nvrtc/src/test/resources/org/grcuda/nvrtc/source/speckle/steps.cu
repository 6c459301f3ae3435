static inline __device__ fp clampUnit(fp x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
__global__ void derive(fp lambda, long Ne, int Nr, int Nc, const fp *I, fp q0, fp *c, fp *laplace){
	int ei = blockIdx.x * NUMBER_THREADS + threadIdx.x;
	if (ei >= Ne) return;
	int i = ei % Nr, j = ei / Nr;
	fp here = I[ei];
	fp n = I[AROUND(i ? i - 1 : 0, j)] - here, s = I[AROUND(i < Nr - 1 ? i + 1 : i, j)] - here;
	fp w = I[AROUND(i, j ? j - 1 : 0)] - here, e = I[AROUND(i, j < Nc - 1 ? j + 1 : j)] - here;
	fp g = (n * n + s * s + w * w + e * e) / (here * here), l = (n + s + w + e) / here;
	fp num = (0.5f * g) - ((1.0f / 16) * (l * l)), den = 1 + (.25f * l);
	fp q = num / (den * den);
	c[ei] = clampUnit(1.0f / (1.0f + (q - q0) / (q0 * (1 + q0))));
	laplace[ei] = n + s + w + e;
}
__global__ void update(fp lambda, int Nr, int Nc, long Ne, const fp *c, fp *I){
	int ei = blockIdx.x * NUMBER_THREADS + threadIdx.x;
	if (ei < Ne) I[ei] = I[ei] + 0.25 * lambda * c[ei];
}
