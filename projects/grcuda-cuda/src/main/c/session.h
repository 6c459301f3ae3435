/* A loaded driver, and which of its contexts is current on a thread. */
#ifndef GRCUDA_SESSION_H
#define GRCUDA_SESSION_H

#include <stdint.h>

#include "cuda_api.h"

typedef struct {
  CudaTable cuda;
  /* Never used again by another session, so that what threads remember cannot be mistaken. */
  uint64_t id;
} Session;

typedef struct {
  uint64_t session;
  CudaContext context;
} CurrentContext;

extern _Thread_local CurrentContext current_context __attribute__((tls_model("initial-exec")));

CudaStatus session_set_current(const Session *session, CudaContext context);

/* Makes a context current on this thread, unless it is: nothing but two comparisons then. */
static inline CudaStatus session_use(const Session *session, CudaContext context) {
  if (__builtin_expect(current_context.session == session->id, 1) &&
      __builtin_expect(current_context.context == context, 1)) {
    return STATUS_SUCCESS;
  }
  return session_set_current(session, context);
}

#endif
