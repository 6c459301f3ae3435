/* Calls of functions of vendor libraries, such as cublasSaxpy_v2. */
#ifndef GRCUDA_LIBRARY_H
#define GRCUDA_LIBRARY_H

#include <stdint.h>

/* The most arguments of a function, its handle included. */
enum { LIBRARY_ARGUMENTS = 24 };

/*
 * All arguments are integers and addresses, of at most 8 bytes. In the calling conventions of x86-64 and AArch64 on
 * Linux each has a register or 8 bytes of the stack to itself, whose upper bytes a callee that takes fewer ignores, as it
 * does arguments that follow its own.
 */
typedef int (*LibraryFunction)(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
                               int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
                               int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
                               int64_t, int64_t, int64_t);

static inline int library_call(int64_t function, const int64_t a[LIBRARY_ARGUMENTS]) {
  return ((LibraryFunction)(intptr_t)function)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8],
                                               a[9], a[10], a[11], a[12], a[13], a[14], a[15],
                                               a[16], a[17], a[18], a[19], a[20], a[21], a[22],
                                               a[23]);
}

#endif
