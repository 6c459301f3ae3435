#include "session.h"

#include <stdio.h>
#include <stdlib.h>

#include "exported.h"
#include "loading.h"

_Thread_local LastUse last_use;

static _Atomic uint64_t sessions;

/* Functions are stored as data pointers, as POSIX has it for dlsym. */
static int resolve(void *library, const char *name, void *field, int required, char *error,
                   size_t error_bytes) {
  void *symbol = dlsym(library, name);
  if (symbol == NULL && required) {
    snprintf(error, error_bytes, "it has no function %s", name);
    return 0;
  }
  *(void **)field = symbol;
  return 1;
}

/*
 * Loads a driver. It stays loaded until the process ends: a driver has threads of its own.
 * Returns 0 if it cannot be used, and why not in error.
 */
EXPORTED int64_t grcuda_open(const char *library_name, char *error, int32_t error_bytes) {
  size_t room = (size_t)error_bytes;
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == NULL) {
    snprintf(error, room, "%s", dlerror());
    return 0;
  }
  Session *session = calloc(1, sizeof *session);
  if (session == NULL) {
    snprintf(error, room, "out of memory");
    return 0;
  }
  session->number = ++sessions;
#define REQUIRED(name, parameters)                                                                 \
  if (!resolve(library, #name, &session->cuda.name, 1, error, room)) {                             \
    free(session);                                                                                 \
    return 0;                                                                                      \
  }
#define OPTIONAL(name, parameters)                                                                 \
  (void)resolve(library, #name, &session->cuda.name, 0, error, room);
  CUDA_FUNCTIONS(REQUIRED, OPTIONAL)
#undef REQUIRED
#undef OPTIONAL
  return (int64_t)(intptr_t)session;
}

/* Frees what grcuda_open returned; no other thread uses it. */
EXPORTED void grcuda_close(int64_t session) {
  free((Session *)(intptr_t)session);
}
