/*
 * One submission on the double of NVIDIA's driver: two waits, a launch, a record. Compiled together
 * with the native library of the CUDA backend, whose code it calls.
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <time.h>

#include "exported.h"
#include "session.h"

/* Kinds of command and words: see submit.c. */
enum { WAIT = 0, LAUNCH = 6, RECORD = 7, OTHER_STREAM = 0x200, WORDS = 15 };

static const Session *session;
static CudaContext context;
static CudaStream stream;
static CudaEvent event;
static CudaFunction function;
static int64_t words[WORDS];

static int64_t number(const void *handle) {
  return (int64_t)(intptr_t)handle;
}

static void write_words(void) {
  const int64_t written[WORDS] = {
      WAIT | OTHER_STREAM, number(stream), number(event), WAIT, number(event),
      LAUNCH, number(function), 1 | (int64_t)1 << 32, 1 | (int64_t)32 << 32,
      1 | (int64_t)1 << 32, (int64_t)16 << 32, 0, 0,
      RECORD, number(event)};
  memcpy(words, written, sizeof words);
}

#define TRY(call)                                                                                  \
  do {                                                                                             \
    CudaStatus status = call;                                                                      \
    if (status != STATUS_SUCCESS) {                                                                \
      return (int64_t)status;                                                                      \
    }                                                                                              \
  } while (0)

EXPORTED int64_t crossing_prepare(const char *driver, const char *module_text);
EXPORTED double crossing_direct(int32_t rounds);

/* Makes the handles on a driver. Returns 0, or the status of the call that failed, -1 for none. */
int64_t crossing_prepare(const char *driver, const char *module_text) {
  char error[256];
  session = (const Session *)(intptr_t)grcuda_open(driver, error, sizeof error);
  if (session == NULL) {
    return -1;
  }
  const CudaTable *cuda = &session->cuda;
  CudaDevice device;
  CudaModule module;
  TRY(cuda->cuInit(0));
  TRY(cuda->cuDeviceGet(&device, 0));
  TRY(cuda->cuDevicePrimaryCtxRetain(&context, device));
  TRY(cuda->cuCtxSetCurrent(context));
  TRY(cuda->cuStreamCreate(&stream, 1));
  TRY(cuda->cuEventCreate(&event, 2));
  TRY(cuda->cuModuleLoadDataEx(&module, module_text, 0, NULL, NULL));
  TRY(cuda->cuModuleGetFunction(&function, module, "add"));
  write_words();
  return 0;
}

/* Nanoseconds of the thread for the four calls, by as many rounds. */
double crossing_direct(int32_t rounds) {
  const CudaTable *cuda = &session->cuda;
  char parameters[16] = {0};
  size_t bytes = sizeof parameters;
  void *extra[] = {(void *)LAUNCH_PARAM_BUFFER_POINTER, parameters,
                   (void *)LAUNCH_PARAM_BUFFER_SIZE, &bytes, (void *)LAUNCH_PARAM_END};
  struct timespec begin, end;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
  for (int32_t i = 0; i < rounds; i++) {
    cuda->cuStreamWaitEvent(stream, event, 0);
    cuda->cuStreamWaitEvent(stream, event, 0);
    cuda->cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, NULL, extra);
    cuda->cuEventRecord(event, stream);
  }
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
  return (1e9 * (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec)) /
         rounds;
}

/* The native methods of org.grcuda.bench.crossing.Crossings, as exported.h has it for DriverApi. */
#define METHOD(type, name, ...)                                                                    \
  EXPORTED type Java_org_grcuda_bench_crossing_Crossings_##name(void *jni, void *class,            \
                                                                __VA_ARGS__);                      \
  EXPORTED type Java_org_grcuda_bench_crossing_Crossings_##name(                                   \
      __attribute__((unused)) void *jni, __attribute__((unused)) void *class, __VA_ARGS__)

METHOD(int64_t, prepare, int64_t driver, int64_t module_text) {
  return crossing_prepare((const char *)(intptr_t)driver, (const char *)(intptr_t)module_text);
}

METHOD(double, direct, int32_t rounds) {
  return crossing_direct(rounds);
}

METHOD(int64_t, handle, int32_t which) {
  switch (which) {
    case 0:
      return number(session);
    case 1:
      return number(context);
    case 2:
      return number(words);
    default:
      return WORDS;
  }
}

METHOD(int64_t, submit, int64_t at, int64_t in, int64_t commands, int32_t count) {
  return grcuda_submit(at, in, commands, count);
}
