/* A loaded driver, and how a context becomes current on a thread. */
#ifndef GRCUDA_SESSION_H
#define GRCUDA_SESSION_H

#include <stdint.h>

#include "cuda_api.h"

typedef struct {
  CudaTable cuda;
  uint64_t number; /* another for each session of the process */
} Session;

/* The context that was last made current on this thread, and for which session. */
typedef struct {
  uint64_t session;
  CudaContext context;
} LastUse;

extern _Thread_local LastUse last_use;

static inline CudaStatus session_set(const Session *session, CudaContext context) {
  CudaStatus status = session->cuda.cuCtxSetCurrent(context);
  last_use = status == STATUS_SUCCESS ? (LastUse){session->number, context} : (LastUse){0, NULL};
  return status;
}

/*
 * Makes a context current on this thread, unless it is. The driver is asked which one is: libraries
 * of the same thread (CUDA's runtime) make others current, so what is remembered here may not hold.
 */
static inline CudaStatus session_use(const Session *session, CudaContext context) {
  CudaContext now = NULL;
  CudaStatus status = session->cuda.cuCtxGetCurrent(&now);
  if (__builtin_expect(status == STATUS_SUCCESS && now == context, 1)) {
    last_use = (LastUse){session->number, context};
    return STATUS_SUCCESS;
  }
  return status != STATUS_SUCCESS ? status : session_set(session, context);
}

/*
 * Makes a context current on this thread, unless it was the last one that was: a library may have made another
 * current since. For calls that do not care which one is, or fail where it is the wrong one (CUDA C++ Programming Guide, "Stream
 * and Event Behavior"): those are called again after session_restore.
 */
static inline CudaStatus session_assume(const Session *session, CudaContext context) {
  return __builtin_expect(last_use.session == session->number && last_use.context == context, 1)
             ? STATUS_SUCCESS
             : session_set(session, context);
}

/*
 * After a call failed: whether the context was not current, and is now. Sets the status if it cannot be made current.
 */
static inline int session_restore(const Session *session, CudaContext context, CudaStatus *status) {
  CudaContext now = NULL;
  if (*status != STATUS_INVALID_CONTEXT && *status != STATUS_INVALID_HANDLE) {
    return 0;
  }
  if (session->cuda.cuCtxGetCurrent(&now) != STATUS_SUCCESS || now == context) {
    return 0;
  }
  *status = session_set(session, context);
  return *status == STATUS_SUCCESS;
}

#endif
