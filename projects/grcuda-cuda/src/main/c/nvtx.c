/*
 * Ranges and names for NVIDIA's profilers: the part of NVTX 3 that is used. A profiler that wants them has set
 * NVTX_INJECTION64_PATH to its library. Its function InitializeInjectionNvtx2 is given a function that finds tables by number;
 * from the table of callbacks it gets, by module, the addresses where it stores its functions. A test holds the numbers and
 * layouts against NVIDIA's headers.
 */
#include "nvtx.h"

#include <pthread.h>
#include <stdio.h>

#include "exported.h"
#include "loading.h"

/* Where the injection stores its functions; the pointers to these by number, 0 being none, and a null at the end. */
static NvtxFunction functions[NVTX_MODULES][NVTX_MOST_FUNCTIONS];
static NvtxFunction *tables[NVTX_MODULES][NVTX_MOST_FUNCTIONS + 1];

static const unsigned int COUNTS[NVTX_MODULES] = {0, 16, 9, 15, 7, 16, 7};

static int module_table(unsigned int module, NvtxFunction ***table, unsigned int *count) {
  if (module == 0 || module >= NVTX_MODULES) {
    return 0;
  }
  if (count != NULL) {
    *count = COUNTS[module];
  }
  if (table != NULL) {
    *table = tables[module];
  }
  return 1;
}

static void injected_version(uint32_t version) {
  (void)version;
}

static const NvtxCallbacks callbacks = {sizeof callbacks, module_table};
static const NvtxVersion version = {sizeof version, 3, 0, injected_version};

static const void *export_table(uint32_t id) {
  return id == NVTX_TABLE_CALLBACKS ? (const void *)&callbacks
                                    : id == NVTX_TABLE_VERSION ? (const void *)&version : NULL;
}

static int initialize(const char *path, char *error, size_t room) {
  void *library = dlopen(path, RTLD_LAZY);
  if (library == NULL) {
    snprintf(error, room, "%s", dlerror());
    return 0;
  }
  NvtxInitialize injection;
  *(void **)&injection = dlsym(library, "InitializeInjectionNvtx2");
  if (injection == NULL) {
    snprintf(error, room, "%s has no function InitializeInjectionNvtx2", path);
    return 0;
  }
  for (unsigned int module = 1; module < NVTX_MODULES; module++) {
    for (unsigned int i = 1; i < COUNTS[module]; i++) {
      tables[module][i] = &functions[module][i];
    }
  }
  if (injection(export_table) == 0) {
    snprintf(error, room, "%s refused to begin", path);
    return 0;
  }
  return 1;
}

/*
 * Loads the injection, at the first call of the process: there is one profiler. Returns whether it takes ranges, and why not
 * in error.
 */
JNI(int32_t, openRanges, int64_t path, int64_t error, int32_t error_bytes) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static int opened;
  pthread_mutex_lock(&lock);
  if (!opened) {
    opened = initialize((const char *)(intptr_t)path, (char *)(intptr_t)error, (size_t)error_bytes);
  }
  pthread_mutex_unlock(&lock);
  return opened;
}

/* What the injection has not set does nothing. */
#define FUNCTION(type, module, number) ((type)functions[module][number])

JNI(void, pushRange, int64_t name) {
  NvtxPush push = FUNCTION(NvtxPush, NVTX_CORE, NVTX_RANGE_PUSH);
  if (push != NULL) {
    (void)push((const char *)(intptr_t)name);
  }
}

EXPORTED void Java_org_grcuda_cuda_jni_DriverApi_popRange(void *jni, void *class);
EXPORTED void Java_org_grcuda_cuda_jni_DriverApi_popRange(__attribute__((unused)) void *jni,
                                                          __attribute__((unused)) void *class) {
  NvtxPop pop = FUNCTION(NvtxPop, NVTX_CORE, NVTX_RANGE_POP);
  if (pop != NULL) {
    (void)pop();
  }
}

JNI(void, nameStream, int64_t stream, int64_t name) {
  NvtxNameStream set = FUNCTION(NvtxNameStream, NVTX_CUDA, NVTX_NAME_STREAM);
  if (set != NULL) {
    set((CudaStream)(intptr_t)stream, (const char *)(intptr_t)name);
  }
}

JNI(void, nameDevice, int32_t device, int64_t name) {
  NvtxNameDevice set = FUNCTION(NvtxNameDevice, NVTX_CUDA, NVTX_NAME_DEVICE);
  if (set != NULL) {
    set(device, (const char *)(intptr_t)name);
  }
}
