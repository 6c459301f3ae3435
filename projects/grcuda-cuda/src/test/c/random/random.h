/* Random programs on the native library: what they are made of, and the calls that they make. */
#ifndef GRCUDA_RANDOM_H
#define GRCUDA_RANDOM_H

#include <stdint.h>

#include "../../../main/c/cuda_api.h"

#define NATIVE(type, name, ...)                                                                    \
  extern type Java_org_grcuda_cuda_jni_DriverApi_##name(void *jni, void *class, __VA_ARGS__)
NATIVE(int64_t, open, int64_t name, int64_t error, int32_t error_bytes);
NATIVE(void, close, int64_t session);
NATIVE(int32_t, initialize, int64_t session);
NATIVE(int32_t, retainContext, int64_t session, int32_t device, int64_t out);
NATIVE(int32_t, releaseContext, int64_t session, int32_t device);
NATIVE(int32_t, enablePeerAccess, int64_t session, int64_t context, int64_t peer);
NATIVE(int32_t, allocate, int64_t session, int64_t context, int64_t bytes, int64_t out);
NATIVE(int32_t, allocateManaged, int64_t session, int64_t context, int64_t bytes, int32_t flags, int64_t out);
NATIVE(int32_t, allocateHost, int64_t session, int64_t context, int64_t bytes, int32_t flags, int64_t out);
NATIVE(int32_t, free, int64_t session, int64_t context, int64_t address);
NATIVE(int32_t, freeHost, int64_t session, int64_t context, int64_t address);
NATIVE(int32_t, createStream, int64_t session, int64_t context, int32_t flags, int64_t out);
NATIVE(int32_t, destroyStream, int64_t session, int64_t context, int64_t stream);
NATIVE(int32_t, synchronizeStream, int64_t session, int64_t context, int64_t stream);
NATIVE(int32_t, createEvent, int64_t session, int64_t context, int32_t flags, int64_t out);
NATIVE(int32_t, destroyEvent, int64_t session, int64_t context, int64_t event);
NATIVE(int32_t, queryEvent, int64_t session, int64_t context, int64_t event);
NATIVE(int32_t, awaitEvent, int64_t session, int64_t context, int64_t event, int64_t stream, int64_t marker);
NATIVE(int32_t, loadModule, int64_t session, int64_t context, int64_t image, int64_t logs, int64_t log_bytes,
       int64_t out);
NATIVE(int32_t, unloadModule, int64_t session, int64_t context, int64_t module);
NATIVE(int32_t, function, int64_t session, int64_t context, int64_t module, int64_t name, int64_t out);
NATIVE(int64_t, submit, int64_t session, int64_t context, int64_t commands, int32_t words);
#define CALL(name, ...) Java_org_grcuda_cuda_jni_DriverApi_##name(NULL, NULL, session __VA_OPT__(,) __VA_ARGS__)
#define OUT(place) ((int64_t)(intptr_t)(place))

/* As in submit.c. */
enum { WAIT, COPY, FILL, PREFETCH, ADVISE, ATTACH, LAUNCH, RECORD, COPY_ON_HOST, COPY_STAGED, OTHER_STREAM = 0x200 };
enum { MOST_DEVICES = 4, MOST_STREAMS = 4, MOST_ARRAYS = 5, MOST_STEPS = 40, MOST_LENGTH = 200, STAGING_BYTES = 256,
       MOST_WORDS = 400 };

typedef struct {
  int64_t handle, staging;
  int device;
} Stream;

typedef struct {
  int64_t at[MOST_DEVICES]; /* 0: none there; a managed array has one address */
  int current;              /* the device that has what is current */
  int writer;               /* the step that wrote it last, or -1 */
  int readers[MOST_STEPS], reader_count;
  int model[MOST_LENGTH];
} Array;

typedef struct {
  uint64_t random;
  uint64_t seed;
  int managed, length, stream_count, array_count, step_count;
  Stream streams[MOST_STREAMS];
  Array arrays[MOST_ARRAYS];
  /* Of each step: its event, and the stream that it is in. */
  int64_t events[MOST_STEPS];
  int stream_of[MOST_STEPS];
  int *own[MOST_STEPS]; /* memory of the host that a step copies */
  int64_t marker_stream, marker;
  /* Commands of the next submission, to a device. */
  int64_t words[1024];
  int count, device;
} Program;

extern int64_t session;
extern int devices;
extern int64_t contexts[MOST_DEVICES], updates[MOST_DEVICES], adds[MOST_DEVICES];

/* Ends the process unless a status is 0. */
void check(int64_t status, const char *what);

/* Makes a program that a seed chooses, runs it, and gives back all that it has. */
void program_run(Program *p, uint64_t seed);

#endif
