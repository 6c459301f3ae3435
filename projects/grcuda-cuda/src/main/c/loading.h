/*
 * dlopen and what belongs to it. Newer versions of glibc have them under a newer version too: by the oldest, the
 * library runs on older machines than the one that it was compiled on.
 */
#ifndef GRCUDA_LOADING_H
#define GRCUDA_LOADING_H

#include <dlfcn.h>

#if defined(__GLIBC__) && defined(__x86_64__)
#define OLDEST "GLIBC_2.2.5"
#elif defined(__GLIBC__) && defined(__aarch64__)
#define OLDEST "GLIBC_2.17"
#endif

#ifdef OLDEST
__asm__(".symver dlopen,dlopen@" OLDEST);
__asm__(".symver dlsym,dlsym@" OLDEST);
__asm__(".symver dlerror,dlerror@" OLDEST);
#endif

#endif
