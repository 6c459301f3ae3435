// Functions that leave other floating-point modes behind than they found.
#define _GNU_SOURCE
#include <fenv.h>

void round_up(void) { fesetround(FE_UPWARD); }

void trap(void) { feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_INEXACT); }

void flush_subnormals(void) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#elif defined(__aarch64__)
  __builtin_aarch64_set_fpcr(__builtin_aarch64_get_fpcr() | 1 << 24);
#endif
}

double third_rounded_up(double one) {
  round_up();
  return one / 3;
}

#ifdef AT_LOAD
// As what -ffast-math adds to a library.
__attribute__((constructor)) static void load(void) { flush_subnormals(); }
__attribute__((destructor)) static void unload(void) { round_up(); }
#endif
