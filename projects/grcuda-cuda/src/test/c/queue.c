/*
 * Streams as queues of commands, and what executes them. A command may be executed when it is the first of its stream; a wait,
 * when the record that it waits for is done.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"

enum { DEPTH = 1024, WORKERS = 4, CALLS_OF_A_STYLE = 48 };

/* Streams that have commands. */
static struct {
  CudaStream *streams;
  int count, room;
} active;

static uint64_t random_state = 1;
static int running; /* commands that are being executed without the lock */
static int workers;
static int styled_calls;
/* How the seed has it for some calls: which stream goes first, and how eager the device is. */
static enum { ANY_STREAM, BY_PRIORITY } style;
static int eagerness;

/* xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", 2016). */
static uint64_t next_random(void) {
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return random_state * 0x2545f4914f6cdd1dULL;
}

static int random_below(int bound) {
  return (int)((next_random() >> 32) * (uint64_t)bound >> 32);
}

Command *command_new(Work work, CudaStream stream) {
  Command *command = calloc(1, sizeof *command);
  command->work = work;
  command->stream = stream;
  return command;
}

void command_uses(Command *command, CudaAddress address) {
  Allocation *allocation = address == 0 ? NULL : allocation_of(address, 1);
  for (int i = 0; i < command->use_count && allocation != NULL; i++) {
    if (command->uses[i] == allocation) {
      allocation = NULL;
    }
  }
  if (allocation != NULL && command->use_count < MOST_USES) {
    command->uses[command->use_count++] = allocation;
  }
}

void record_release(Record *record) {
  if (record != NULL && --record->references == 0) {
    free(record);
  }
}

static void count_images(const Command *command, int by) {
  if (command->array != NULL) {
    command->array->uses += by;
  }
  for (int i = 0; i < command->image_count; i++) {
    CudaArray shown = array_of(command->images[i]);
    command->images[i]->uses += by;
    if (shown != NULL) {
      shown->uses += by;
    }
  }
}

static void command_free(Command *command) {
  for (int i = 0; i < command->use_count; i++) {
    command->uses[i]->uses--;
  }
  if (command->work == LAUNCH) {
    command->function->module->uses--;
  }
  count_images(command, -1);
  record_release(command->record);
  free(command);
}

static void activate(CudaStream stream) {
  if (active.count == active.room) {
    active.room = 2 * active.room + 16;
    active.streams = realloc(active.streams, (size_t)active.room * sizeof *active.streams);
  }
  stream->index = active.count;
  stream->priority = next_random();
  active.streams[active.count++] = stream;
}

static void deactivate(CudaStream stream) {
  active.streams[stream->index] = active.streams[--active.count];
  active.streams[stream->index]->index = stream->index;
}

static int may_run(CudaStream stream) {
  return !stream->running && !(stream->first->work == WAIT && !stream->first->record->done);
}

/* The stream whose first command is to be executed; null if there is none that may be. */
static CudaStream pick(void) {
  CudaStream picked = NULL;
  int legal = 0;
  if (state.held || state.fault != STATUS_SUCCESS) {
    return NULL;
  }
  for (int i = 0; i < active.count; i++) {
    CudaStream stream = active.streams[i];
    if (may_run(stream)) {
      legal++;
      int better = style == BY_PRIORITY ? picked == NULL || stream->priority > picked->priority
                                        : random_below(legal) == 0;
      picked = better ? stream : picked;
    }
  }
  return picked;
}

/* ---- execution ---- */

static void *memory_of(const Command *command, CudaAddress address, size_t bytes, int by_kernel,
                       Failure *failure) {
  CudaContext context = command->stream->handle.context;
  for (int i = 0; i < command->use_count; i++) {
    const Allocation *used = command->uses[i];
    CudaAddress begin = (CudaAddress)(uintptr_t)used->address;
    if (address >= begin && address - begin <= used->bytes && bytes <= used->bytes - (address - begin)) {
      if (!__atomic_load_n(&used->handle.alive, __ATOMIC_ACQUIRE)) {
        break;
      }
      if (by_kernel && (used->kind == 'd' || used->kind == 'g') && used->handle.context != context &&
          !context->peers[used->handle.context->device]) {
        failure->status = ILLEGAL_ADDRESS;
        snprintf(failure->text, sizeof failure->text, "memory of device %d, which is no peer",
                 used->handle.context->device);
        return NULL;
      }
      pages_move(used, address, bytes, context->device, 0);
      return allocation_view(used, address);
    }
  }
  failure->status = ILLEGAL_ADDRESS;
  snprintf(failure->text, sizeof failure->text, "%zu bytes at 0x%llx, which are freed or were never allocated", bytes,
           address);
  return NULL;
}

void *kernel_memory(const Command *command, CudaAddress address, size_t bytes, Failure *failure) {
  return memory_of(command, address, bytes, 1, failure);
}

static void copy(const Command *command, Failure *failure) {
  void *to = memory_of(command, command->to, command->bytes, 0, failure);
  void *from = memory_of(command, command->from, command->bytes, 0, failure);
  if (to != NULL && from != NULL) {
    memmove(to, from, command->bytes);
  }
}

static void copy_3d(const Command *command, Failure *failure) {
  const CudaCopy3D *copy = &command->copy;
  int down = copy->from_type == MEMORY_ARRAY;
  CudaAddress address = down ? copy->to_device : copy->from_device;
  size_t bytes = copy->width * copy->height * copy->depth;
  char *memory = memory_of(command, address, bytes, 0, failure);
  if (memory != NULL) {
    array_copy(command, memory);
  }
}

static void fill(const Command *command, Failure *failure) {
  size_t bytes = command->count * command->width;
  char *to = memory_of(command, command->to, bytes, 0, failure);
  for (size_t i = 0; i < command->count && to != NULL; i++) {
    memcpy(to + i * command->width, &command->value, command->width);
  }
}

static void prefetch(const Command *command, Failure *failure) {
  if (command->use_count > 0 && command->uses[0]->handle.alive) {
    pages_move(command->uses[0], command->to, command->bytes, command->place, 1);
  } else {
    failure->status = ILLEGAL_ADDRESS;
    snprintf(failure->text, sizeof failure->text, "prefetch of freed memory");
  }
}

static void execute(const Command *command, Failure *failure) {
  switch (command->work) {
    case LAUNCH:
      kernel_run(command, failure);
      break;
    case COPY:
      copy(command, failure);
      break;
    case COPY_3D:
      copy_3d(command, failure);
      break;
    case FILL:
      fill(command, failure);
      break;
    case PREFETCH:
      prefetch(command, failure);
      break;
    case HOST_FUNCTION:
      if (state.mode == PARALLEL) {
        command->call(command->data);
      } else {
        host_function_call(command->call, command->data);
      }
      break;
    case RECORD:
    case WAIT:
      break;
  }
}

/* Executes the first command of a stream; without the lock where others may go on meanwhile. */
static void run_first(CudaStream stream) {
  Command *command = stream->first;
  Failure failure = {STATUS_SUCCESS, ""};
  int unlocked = state.mode == PARALLEL || command->work == HOST_FUNCTION;
  stream->running = 1;
  if (unlocked) {
    running++;
    state_unlock();
  }
  execute(command, &failure);
  if (unlocked) {
    state_lock();
    running--;
  }
  stream->running = 0;
  state.ticks++;
  if (command->work == RECORD) {
    command->record->tick = state.ticks;
    command->record->done = 1;
  }
  if (state.ticks == state.faulty) {
    failure.status = state.fault_to_come;
  }
  if (failure.status != STATUS_SUCCESS && state.fault == STATUS_SUCCESS) {
    state.fault = failure.status;
  }
  if (failure.text[0] != 0) {
    violation(failure.status, "a command that was executed later: %s", failure.text);
  }
  stream->first = command->next;
  if (--stream->length == 0) {
    stream->last = NULL;
    deactivate(stream);
  }
  command_free(command);
  state_changed();
}

static int step(void) {
  CudaStream stream = pick();
  if (stream != NULL) {
    run_first(stream);
  }
  return stream != NULL;
}

static void *work(void *unused) {
  (void)unused;
  state_lock();
  for (;;) {
    if (state.mode != PARALLEL || !step()) {
      state_await();
    }
  }
  return NULL;
}

/* ---- what calls do ---- */

static void change_style(void) {
  styled_calls = 0;
  style = random_below(2) == 0 ? ANY_STREAM : BY_PRIORITY;
  eagerness = random_below(4);
  for (int i = 0; i < active.count; i++) {
    active.streams[i]->priority = next_random();
  }
}

void queue_progress(void) {
  if (state.mode == AT_ONCE) {
    while (step()) {
    }
  } else if (state.mode == SEEDED) {
    if (++styled_calls > CALLS_OF_A_STYLE) {
      change_style();
    }
    /* From a device that does nothing before it is waited for, to one that is nearly done. */
    static const int ODDS[] = {0, 1, 4, 7};
    while (random_below(8) < ODDS[eagerness] && step()) {
    }
  }
}

static void wait_for_progress(void) {
  if (state.mode == PARALLEL || !step()) {
    state_await();
  }
}

CudaStatus command_enqueue(Command *command) {
  CudaStream stream = command->stream;
  for (int i = 0; i < command->use_count; i++) {
    command->uses[i]->uses++;
  }
  if (command->work == LAUNCH) {
    command->function->module->uses++;
  }
  count_images(command, 1);
  while (stream->length >= DEPTH && state.fault == STATUS_SUCCESS) {
    wait_for_progress();
  }
  if (stream->length++ == 0) {
    stream->first = command;
    activate(stream);
  } else {
    stream->last->next = command;
  }
  stream->last = command;
  if (state.mode == PARALLEL) {
    state_changed();
  } else if (state.mode == AT_ONCE) {
    queue_progress();
  }
  return STATUS_SUCCESS;
}

CudaStatus queue_await(CudaStream stream) {
  while (stream->length > 0 && state.fault == STATUS_SUCCESS) {
    wait_for_progress();
  }
  return state.fault;
}

CudaStatus queue_await_context(CudaContext context) {
  while (queue_unfinished(context) > 0 && state.fault == STATUS_SUCCESS) {
    wait_for_progress();
  }
  return state.fault;
}

CudaStatus queue_await_record(Record *record) {
  if (record != NULL) {
    record->references++;
    while (!record->done && state.fault == STATUS_SUCCESS) {
      wait_for_progress();
    }
    record_release(record);
  }
  return state.fault;
}

int queue_unfinished(CudaContext context) {
  int count = 0;
  for (int i = 0; i < active.count; i++) {
    count += context == NULL || active.streams[i]->handle.context == context
                 ? active.streams[i]->length
                 : 0;
  }
  return count;
}

void queue_reset(void) {
  state.held = 1;
  while (running > 0) {
    state_await();
  }
  while (active.count > 0) {
    CudaStream stream = active.streams[0];
    while (stream->first != NULL) {
      Command *command = stream->first;
      stream->first = command->next;
      command_free(command);
    }
    stream->length = 0;
    deactivate(stream);
  }
}

void queue_start(Mode mode, uint64_t seed) {
  state.mode = mode;
  random_state = seed * 0x9e3779b97f4a7c15ULL + 1;
  for (int i = 0; i < 8; i++) {
    next_random();
  }
  change_style();
  while (mode == PARALLEL && workers < WORKERS) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
      abort();
    }
    pthread_detach(thread);
    workers++;
  }
  if (mode == AT_ONCE) {
    style = ANY_STREAM;
    queue_progress();
  }
  state_changed();
}
