/*
 * A double of libnvrtc.so.13 for tests: it says that it is NVRTC 13.0, once it has opened its builtins as NVRTC does, by their name
 * alone, and compiles nothing.
 */
#include <dlfcn.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

enum { SUCCESS = 0, BUILTIN_OPERATION_FAILURE = 7 };

static const int ARCHITECTURES[] = {75, 80, 90, 100};

EXPORTED int nvrtcVersion(int *major, int *minor) {
  *major = 13;
  *minor = 0;
  return dlopen("libnvrtc-builtins.so.13.0", RTLD_LAZY) != NULL ? SUCCESS
                                                                : BUILTIN_OPERATION_FAILURE;
}

EXPORTED int nvrtcGetNumSupportedArchs(int *count) {
  *count = sizeof ARCHITECTURES / sizeof *ARCHITECTURES;
  return SUCCESS;
}

EXPORTED int nvrtcGetSupportedArchs(int *architectures) {
  memcpy(architectures, ARCHITECTURES, sizeof ARCHITECTURES);
  return SUCCESS;
}

EXPORTED const char *nvrtcGetErrorString(int result) {
  return result == SUCCESS ? "NVRTC_SUCCESS" : "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE";
}
