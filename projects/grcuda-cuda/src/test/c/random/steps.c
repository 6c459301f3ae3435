/* Steps of random programs: what they enqueue, what comes after what, and what they should compute. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

static unsigned int below(Program *p, unsigned int bound) {
  p->random = p->random * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned int)((p->random >> 33) % bound);
}

/* ---- commands ---- */

static void put(Program *p, int64_t word) {
  p->words[p->count++] = word;
}

static void command(Program *p, int kind, const Stream *stream) {
  put(p, kind | OTHER_STREAM);
  put(p, stream->handle);
}

/* Submits what steps on one device, in any of its streams, have enqueued since the last submission. */
static void submit(Program *p) {
  if (p->count > 0) {
    check(CALL(submit, contexts[p->device], OUT(p->words), p->count), "submission");
    p->count = 0;
  }
}

static void wait_for(Program *p, int step, int by) {
  if (step >= 0 && p->stream_of[step] != p->stream_of[by]) {
    command(p, WAIT, &p->streams[p->stream_of[by]]);
    put(p, p->events[step]);
  }
}

static void copy(Program *p, const Stream *stream, int64_t to, int64_t from) {
  command(p, COPY, stream);
  put(p, to);
  put(p, from);
  put(p, 4 * (int64_t)p->length);
}

static int64_t room(Program *p, int device) {
  int64_t address = 0;
  int64_t bytes = 4 * (int64_t)p->length;
  check(p->managed ? CALL(allocateManaged, contexts[0], bytes, 1, OUT(&address))
                   : CALL(allocate, contexts[device], bytes, OUT(&address)),
        "allocation");
  return address;
}

/* A step uses an array on its device: waits for what it must come after, and brings the data. Returns the address. */
static int64_t use(Program *p, Array *array, int step, int writes) {
  const Stream *stream = &p->streams[p->stream_of[step]];
  int device = p->managed ? 0 : stream->device;
  int moves = array->current != device;
  wait_for(p, array->writer, step);
  for (int i = 0; i < array->reader_count && (writes || moves); i++) {
    wait_for(p, array->readers[i], step);
  }
  if (array->at[device] == 0) {
    array->at[device] = room(p, device);
  }
  if (moves) {
    copy(p, stream, array->at[device], array->at[array->current]);
    array->current = device;
  }
  if (writes || moves) {
    array->writer = step;
    array->reader_count = 0;
  } else {
    array->readers[array->reader_count++] = step;
  }
  return array->at[device];
}

static void launch(Program *p, const Stream *stream, int64_t function, const int64_t *parameters, int bytes) {
  command(p, LAUNCH, stream);
  put(p, function);
  put(p, 1 | (int64_t)1 << 32);
  put(p, 1 | (int64_t)64 << 32);
  put(p, 1 | (int64_t)1 << 32);
  put(p, (int64_t)bytes << 32);
  /* Clusters of one block. */
  put(p, 1 | 1 << 10 | 1 << 20);
  for (int i = 0; i < (bytes + 7) / 8; i++) {
    put(p, parameters[i]);
  }
}

/* ---- the host waits ---- */

static void await_step(Program *p, int step) {
  submit(p);
  if (step < 0) {
    return;
  }
  const Stream *stream = &p->streams[p->stream_of[step]];
  switch (below(p, 3)) {
    case 0:
      check(CALL(synchronizeStream, contexts[stream->device], stream->handle), "cuStreamSynchronize");
      break;
    case 1:
      for (;;) {
        int status = CALL(queryEvent, contexts[stream->device], p->events[step]);
        if (status == 0) {
          return;
        }
        if (status != 600) {
          check(status, "cuEventQuery");
        }
      }
    default:
      check(CALL(awaitEvent, contexts[0], p->events[step], p->marker_stream, p->marker), "cuEventSynchronize");
      break;
  }
}

static void await_array(Program *p, const Array *array, int writes) {
  await_step(p, array->writer);
  for (int i = 0; i < array->reader_count && writes; i++) {
    await_step(p, array->readers[i]);
  }
}

/* ---- steps ---- */

static void compare(const Program *p, const Array *array, const int *elements, int step) {
  for (int i = 0; i < p->length; i++) {
    if (elements[i] != array->model[i]) {
      fprintf(stderr, "seed %llu, step %d: a%d[%d] is %d, expected %d\n", (unsigned long long)p->seed, step,
              (int)(array - p->arrays), i, elements[i], array->model[i]);
      exit(1);
    }
  }
}

static void finish(Program *p, int step) {
  const Stream *stream = &p->streams[p->stream_of[step]];
  command(p, RECORD, stream);
  put(p, p->events[step]);
  if (p->count > MOST_WORDS || below(p, 2) == 0) {
    submit(p);
  }
}

/* Staged by way of page-locked memory, which is smaller than the array may be. */
static void staged(Program *p, const Stream *stream, int64_t to, int64_t from, int down) {
  command(p, COPY_STAGED, stream);
  put(p, to);
  put(p, from);
  put(p, 4 * (int64_t)p->length);
  put(p, stream->staging);
  put(p, STAGING_BYTES);
  put(p, down);
}

static void kernels(Program *p, int step, Array *x, Array *y, Array *z, int value) {
  const Stream *stream = &p->streams[p->stream_of[step]];
  if (x == y || y == z || x == z) {
    int64_t at = use(p, x, step, 1);
    int64_t parameters[] = {at, (uint32_t)value | (int64_t)p->length << 32};
    launch(p, stream, updates[stream->device], parameters, 16);
    for (int i = 0; i < p->length; i++) {
      x->model[i] = (int)(17u * (unsigned int)x->model[i] + (unsigned int)value);
    }
  } else {
    int64_t parameters[] = {use(p, x, step, 0), use(p, y, step, 0), use(p, z, step, 1),
                            (uint32_t)value | (int64_t)p->length << 32};
    launch(p, stream, adds[stream->device], parameters, 32);
    for (int i = 0; i < p->length; i++) {
      z->model[i] = (int)((unsigned int)x->model[i] + (unsigned int)y->model[i] + (unsigned int)value);
    }
  }
  finish(p, step);
}

static void fill(Program *p, int step, Array *x, int value) {
  int64_t at = use(p, x, step, 1);
  command(p, FILL, &p->streams[p->stream_of[step]]);
  put(p, at);
  put(p, (uint32_t)value);
  put(p, 4);
  put(p, p->length);
  for (int i = 0; i < p->length; i++) {
    x->model[i] = value;
  }
  finish(p, step);
}

static void copy_arrays(Program *p, int step, Array *from, Array *to) {
  int64_t source = use(p, from, step, 0);
  int64_t target = use(p, to, step, 1);
  copy(p, &p->streams[p->stream_of[step]], target, source);
  memcpy(to->model, from->model, sizeof to->model);
  finish(p, step);
}

/* From the device to memory of the program's own, which a function of the host compares. */
static void read_array(Program *p, int step, Array *x) {
  if (p->managed && below(p, 2) == 0) {
    await_array(p, x, 0);
    compare(p, x, (const int *)(intptr_t)x->at[0], step);
    finish(p, step);
    return;
  }
  int64_t at = use(p, x, step, 0);
  p->own[step] = malloc(4 * (size_t)p->length);
  staged(p, &p->streams[p->stream_of[step]], OUT(p->own[step]), at, 1);
  finish(p, step);
  await_step(p, step);
  compare(p, x, p->own[step], step);
}

static void write_array(Program *p, int step, Array *x, int value) {
  for (int i = 0; i < p->length; i++) {
    x->model[i] = value * 31 + i * i;
  }
  if (p->managed && below(p, 2) == 0) {
    await_array(p, x, 1);
    memcpy((void *)(intptr_t)x->at[0], x->model, 4 * (size_t)p->length);
    finish(p, step);
    return;
  }
  int64_t at = use(p, x, step, 1);
  p->own[step] = malloc(4 * (size_t)p->length);
  memcpy(p->own[step], x->model, 4 * (size_t)p->length);
  staged(p, &p->streams[p->stream_of[step]], at, OUT(p->own[step]), 0);
  finish(p, step);
}

static void free_array(Program *p, Array *array) {
  await_array(p, array, 1);
  for (int device = 0; device < devices; device++) {
    if (array->at[device] != 0) {
      check(CALL(free, contexts[device], array->at[device]), "cuMemFree");
      array->at[device] = 0;
    }
  }
}

static void new_array(Program *p, int step, Array *x, int value) {
  memset(x->at, 0, sizeof x->at);
  x->writer = -1;
  x->reader_count = 0;
  x->current = p->managed ? 0 : p->streams[p->stream_of[step]].device;
  fill(p, step, x, value);
}

static void step(Program *p, int number) {
  Array *x = &p->arrays[below(p, (unsigned int)p->array_count)];
  Array *y = &p->arrays[below(p, (unsigned int)p->array_count)];
  Array *z = &p->arrays[below(p, (unsigned int)p->array_count)];
  int value = (int)below(p, 2000) - 1000;
  switch (below(p, 12)) {
    case 0:
      read_array(p, number, x);
      break;
    case 1:
      write_array(p, number, x, value);
      break;
    case 2:
      fill(p, number, x, value);
      break;
    case 3:
      if (below(p, 3) == 0) {
        free_array(p, x);
        new_array(p, number, x, value);
        break;
      }
      /* fall through */
    case 4:
      if (x != y) {
        copy_arrays(p, number, x, y);
      } else {
        finish(p, number);
      }
      break;
    default:
      kernels(p, number, x, y, z, value);
      break;
  }
}

/* ---- programs ---- */

static void open_program(Program *p, uint64_t seed) {
  memset(p, 0, sizeof *p);
  p->seed = seed;
  p->random = seed * 0x9e3779b97f4a7c15ULL + 12345;
  p->managed = (int)below(p, 2);
  p->length = 1 + (int)below(p, MOST_LENGTH);
  p->stream_count = 1 + (int)below(p, MOST_STREAMS);
  p->array_count = 2 + (int)below(p, MOST_ARRAYS - 1);
  p->step_count = p->array_count + 1 + (int)below(p, MOST_STEPS - MOST_ARRAYS - 1);
  for (int i = 0; i < p->stream_count; i++) {
    Stream *stream = &p->streams[i];
    stream->device = (int)below(p, (unsigned int)devices);
    check(CALL(createStream, contexts[stream->device], 1, OUT(&stream->handle)), "cuStreamCreate");
    check(CALL(allocateHost, contexts[stream->device], STAGING_BYTES, 1, OUT(&stream->staging)), "cuMemHostAlloc");
  }
  for (int i = 0; i < p->step_count; i++) {
    p->stream_of[i] = (int)below(p, (unsigned int)p->stream_count);
    check(CALL(createEvent, contexts[p->streams[p->stream_of[i]].device], 2, OUT(&p->events[i])), "cuEventCreate");
  }
  check(CALL(createStream, contexts[0], 1, OUT(&p->marker_stream)), "cuStreamCreate");
  check(CALL(createEvent, contexts[0], 3, OUT(&p->marker)), "cuEventCreate");
}

static void close_program(Program *p) {
  for (int i = 0; i < p->array_count; i++) {
    free_array(p, &p->arrays[i]);
  }
  for (int i = 0; i < p->stream_count; i++) {
    const Stream *stream = &p->streams[i];
    check(CALL(synchronizeStream, contexts[stream->device], stream->handle), "cuStreamSynchronize");
    check(CALL(destroyStream, contexts[stream->device], stream->handle), "cuStreamDestroy");
    check(CALL(freeHost, contexts[stream->device], stream->staging), "cuMemFreeHost");
  }
  for (int i = 0; i < p->step_count; i++) {
    check(CALL(destroyEvent, contexts[p->streams[p->stream_of[i]].device], p->events[i]), "cuEventDestroy");
    free(p->own[i]);
  }
  check(CALL(destroyStream, contexts[0], p->marker_stream), "cuStreamDestroy");
  check(CALL(destroyEvent, contexts[0], p->marker), "cuEventDestroy");
}

void program_run(Program *p, uint64_t seed) {
  open_program(p, seed);
  for (int i = 0; i < p->step_count; i++) {
    int device = p->streams[p->stream_of[i]].device;
    if (device != p->device) {
      submit(p);
      p->device = device;
    }
    if (i < p->array_count) {
      new_array(p, i, &p->arrays[i], i);
    } else {
      step(p, i);
    }
  }
  for (int i = 0; i < p->array_count; i++) {
    await_array(p, &p->arrays[i], 0);
    if (p->managed) {
      compare(p, &p->arrays[i], (const int *)(intptr_t)p->arrays[i].at[0], MOST_STEPS);
    }
  }
  close_program(p);
}
