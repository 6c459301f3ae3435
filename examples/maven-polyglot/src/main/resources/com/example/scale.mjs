import { kernel } from 'grcuda';

const times = kernel(`
    extern "C" __global__ void times(float *x, float factor, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) x[i] *= factor;
    }`, 'times');

export function scale(x, factor) {
  times.forall(x.length)(x, factor, x.length);
}
