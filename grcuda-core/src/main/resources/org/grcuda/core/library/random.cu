// States of MTGP32 as cuRAND's host makes them: Saito, A Variant of Mersenne Twister Suitable for
// Graphic Processors (2010), and curand_mtgp32_host.h. Behind the n states are the constants of
// their generators, to which they point.

#include <curand_kernel.h>

// The table is a variable of the host: here it is one of the device.
#define inline static __constant__
#include <curand_mtgp32dc_p_11213.h>
#undef inline

static_assert(sizeof(curandStateMtgp32_t) == 4112 && sizeof(mtgp32_kernel_params_t) == 40804,
              "RandomStates.java has other sizes");

__device__ void initialize(unsigned int *words, const mtgp32_params_fast &generator,
                           unsigned int seed) {
  int size = generator.mexp / 32 + 1;
  unsigned int hidden = generator.tbl[4] ^ generator.tbl[8] << 16;
  unsigned int sum = hidden + (hidden >> 16);
  sum += sum >> 8;
  unsigned int filling = (sum & 0xff) * 0x01010101u;
  words[0] = seed;
  for (int i = 1; i < MTGP32_STATE_SIZE; i++) {
    unsigned int before = words[i - 1];
    unsigned int start = i == 1 ? hidden : filling;
    words[i] = i < size ? start ^ (1812433253u * (before ^ before >> 30) + i) : 0;
  }
}

// A block makes the state and the constants of one generator.
__global__ void mtgp32States(void *out, int n, unsigned long long seed) {
  curandStateMtgp32_t *states = static_cast<curandStateMtgp32_t *>(out);
  mtgp32_kernel_params_t *constants = reinterpret_cast<mtgp32_kernel_params_t *>(states + n);
  int i = blockIdx.x;
  const mtgp32_params_fast &generator = mtgp32dc_params_fast_11213[i];
  for (int j = threadIdx.x; j < TBL_SIZE; j += blockDim.x) {
    constants->param_tbl[i][j] = generator.tbl[j];
    constants->temper_tbl[i][j] = generator.tmp_tbl[j];
    constants->single_temper_tbl[i][j] = generator.flt_tmp_tbl[j];
  }
  if (threadIdx.x != 0) {
    return;
  }
  constants->pos_tbl[i] = generator.pos;
  constants->sh1_tbl[i] = generator.sh1;
  constants->sh2_tbl[i] = generator.sh2;
  if (i == 0) {
    constants->mask[0] = generator.mask;
  }
  unsigned int folded = static_cast<unsigned int>(seed ^ seed >> 32);
  initialize(states[i].s, generator, folded + i + 1);
  states[i].offset = 0;
  states[i].pIdx = i;
  states[i].k = constants;
}
