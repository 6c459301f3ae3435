/* A loaded driver, and how a context becomes current on a thread. */
#ifndef GRCUDA_SESSION_H
#define GRCUDA_SESSION_H

#include <stdint.h>

#include "cuda_api.h"

typedef struct {
  CudaTable cuda;
} Session;

/*
 * Makes a context current on this thread, unless it is. The driver is asked which one is: libraries
 * of the same thread (CUDA's runtime) make others current, so nothing that is remembered here holds.
 */
static inline CudaStatus session_use(const Session *session, CudaContext context) {
  CudaContext now = NULL;
  CudaStatus status = session->cuda.cuCtxGetCurrent(&now);
  if (__builtin_expect(status == STATUS_SUCCESS && now == context, 1)) {
    return STATUS_SUCCESS;
  }
  return status != STATUS_SUCCESS ? status : session->cuda.cuCtxSetCurrent(context);
}

#endif
