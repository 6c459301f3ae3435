/* A double of a profiler's NVTX injection: it records ranges and names, one per line. Built for itself. */
#include "../../main/c/nvtx.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

static char text[1 << 16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int depth;

static void note(const char *format, ...) {
  char line[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  pthread_mutex_lock(&lock);
  strncat(text, line, sizeof text - strlen(text) - 1);
  pthread_mutex_unlock(&lock);
}

static int push(const char *message) {
  note("push %s\n", message);
  return depth++;
}

static int pop(void) {
  note("pop\n");
  return --depth;
}

static void name_stream(CudaStream stream, const char *name) {
  note("stream%s %s\n", stream == NULL ? " 0" : "", name);
}

static void name_device(CudaDevice device, const char *name) {
  note("device %d %s\n", device, name);
}

EXPORTED const char *double_ranges(void) { return text; }

EXPORTED void double_forget(void) { text[0] = 0; }

EXPORTED int InitializeInjectionNvtx2(NvtxExportTable tables) {
  const NvtxCallbacks *callbacks = tables(NVTX_TABLE_CALLBACKS);
  const NvtxVersion *version = tables(NVTX_TABLE_VERSION);
  NvtxFunction **core, **cuda;
  unsigned int core_count, cuda_count;
  if (callbacks == NULL || callbacks->bytes != sizeof *callbacks || version == NULL ||
      version->version != 3 || tables(2) != NULL || callbacks->module_table(0, &core, NULL) ||
      !callbacks->module_table(NVTX_CORE, &core, &core_count) ||
      !callbacks->module_table(NVTX_CUDA, &cuda, &cuda_count) || core_count != 16 ||
      cuda_count != 9 || core[core_count] != NULL) {
    return 0;
  }
  *core[NVTX_RANGE_PUSH] = (NvtxFunction)push;
  *core[NVTX_RANGE_POP] = (NvtxFunction)pop;
  *cuda[NVTX_NAME_STREAM] = (NvtxFunction)name_stream;
  *cuda[NVTX_NAME_DEVICE] = (NvtxFunction)name_device;
  return 1;
}
