// Random numbers of cuRAND's device functions, a sequence per thread.
#include <curand_kernel.h>

typedef unsigned long long u64;

/** Three words of the sequence of a thread, from its offset on. */
template <typename State>
__device__ void words(u64 seed, const u64 *sequence, const u64 *offset, unsigned *out) {
  int i = threadIdx.x;
  State state;
  curand_init(seed, sequence[i], offset[i], &state);
  for (int k = 0; k < 3; k++) out[3 * i + k] = curand(&state);
}

/** The first number of a thread's sequence, in several distributions; normal ones in pairs. */
template <typename State>
__device__ void numbers(u64 seed, float *single, double *twice) {
  int i = threadIdx.x;
  State state;
  curand_init(seed, i, 0, &state);
  single[5 * i] = curand_uniform(&state);
  curand_init(seed, i, 0, &state);
  single[5 * i + 1] = curand_normal(&state);
  single[5 * i + 2] = curand_normal(&state);
  curand_init(seed, i, 0, &state);
  single[5 * i + 3] = curand_log_normal(&state, 0, 1);
  curand_init(seed, i, 0, &state);
  float2 pair = curand_normal2(&state);
  single[5 * i + 4] = pair.x + pair.y;
  curand_init(seed, i, 0, &state);
  twice[3 * i] = curand_uniform_double(&state);
  curand_init(seed, i, 0, &state);
  twice[3 * i + 1] = curand_normal_double(&state);
  twice[3 * i + 2] = curand_normal_double(&state);
}

#define GENERATOR(name, State)                                                              \
  extern "C" __global__ void words_##name(u64 s, const u64 *q, const u64 *o, unsigned *out) { \
    words<State>(s, q, o, out);                                                             \
  }                                                                                         \
  extern "C" __global__ void numbers_##name(u64 s, float *single, double *twice) {            \
    numbers<State>(s, single, twice);                                                       \
  }

GENERATOR(xorwow, curandStateXORWOW_t)
GENERATOR(mrg32k3a, curandStateMRG32k3a_t)
GENERATOR(philox, curandStatePhilox4_32_10_t)

extern "C" __global__ void philox_block(const uint4 *counter, const uint2 *key, uint4 *out) {
  out[threadIdx.x] = curand_Philox4x32_10(counter[threadIdx.x], key[threadIdx.x]);
}

/** A thread per dimension: from an offset on, words, then one number from 0 to 1. */
extern "C" __global__ void sobol32(unsigned *directions, unsigned offset, unsigned *out, float *f) {
  int d = threadIdx.x;
  curandStateSobol32 state;
  curand_init(directions + 32 * d, offset, &state);
  for (int k = 0; k < 8; k++) out[8 * d + k] = curand(&state);
  f[d] = curand_uniform(&state);
}

extern "C" __global__ void sobol64(u64 *directions, u64 offset, u64 *out, double *f) {
  int d = threadIdx.x;
  curandStateSobol64 state;
  curand_init(directions + 64 * d, offset, &state);
  for (int k = 0; k < 8; k++) out[8 * d + k] = curand(&state);
  f[d] = curand_uniform_double(&state);
}

/** The sum of 1,000 numbers of a thread. */
extern "C" __global__ void poisson(u64 seed, double lambda, unsigned *out) {
  curandStatePhilox4_32_10_t state;
  curand_init(seed, threadIdx.x, 0, &state);
  unsigned sum = 0;
  for (int k = 0; k < 1000; k++) sum += curand_poisson(&state, lambda);
  out[threadIdx.x] = sum;
}
