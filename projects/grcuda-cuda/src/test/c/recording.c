/* The double's state: what it was told, what it gave out, what it saw. */
#include "recording.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROTOTYPE(name, parameters) CudaStatus name parameters;
CUDA_FUNCTIONS(PROTOTYPE, PROTOTYPE)
#undef PROTOTYPE

static const uint64_t MAGIC = 0x6772637564616c76;
static const char *const NAMES[KINDS] = {"context",    "stream", "event", "module",    "function",
                                         "allocation", "graph",  "node",  "executable", "array", "mipmapped array", "image"};

typedef struct {
  char call[64];
  int skip;
  int times;
  CudaStatus status;
} Rule;

typedef struct {
  char *text;
  size_t length, room;
} Text;

State state;
struct CUctx_st contexts[MAX_DEVICES];
_Thread_local CudaContext current;
Handle *handles;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static Rule rules[32];
static int rule_count;
/* One in so many calls by that name does nothing: a defect of the caller, for tests of tests. */
static struct {
  char call[64];
  int one_in, count, ignored;
} lost;
static pthread_t recorded;
static char blocked[64];
static int numbers[KINDS];
static Text record;
static Text violations;

static void append(Text *to, const char *format, va_list arguments) {
  char line[512];
  int length = vsnprintf(line, sizeof line, format, arguments);
  size_t bytes = length < (int)sizeof line ? (size_t)length : sizeof line - 1;
  if (to->length + bytes + 2 > to->room) {
    to->room = 2 * to->room + bytes + 4096;
    to->text = realloc(to->text, to->room);
  }
  memcpy(to->text + to->length, line, bytes);
  to->length += bytes;
  to->text[to->length] = 0;
}

static void add(Text *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(Text *to, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  append(to, format, arguments);
  va_end(arguments);
}

CudaStatus violation(CudaStatus status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  append(&violations, format, arguments);
  add(&violations, "\n");
  va_end(arguments);
  return status;
}

static CudaStatus injected(const char *call) {
  for (int i = 0; i < rule_count; i++) {
    Rule *rule = &rules[i];
    if (strcmp(rule->call, call) == 0 && rule->times != 0) {
      if (rule->skip > 0) {
        rule->skip--;
        continue;
      }
      if (rule->times > 0) {
        rule->times--;
      }
      return rule->status;
    }
  }
  return STATUS_SUCCESS;
}

static int is_recorded(void) {
  return state.recording && (!state.mine || pthread_equal(recorded, pthread_self()));
}

CudaStatus enter(const char *call, const char *format, ...) {
  pthread_mutex_lock(&lock);
  if (is_recorded()) {
    va_list arguments;
    va_start(arguments, format);
    add(&record, "%s ", call);
    append(&record, format, arguments);
    add(&record, "\n");
    va_end(arguments);
  }
  while (strcmp(blocked, call) == 0) {
    pthread_cond_wait(&released, &lock);
  }
  queue_progress();
  state.ignores = lost.one_in > 0 && strcmp(lost.call, call) == 0 && ++lost.count % lost.one_in == 0;
  lost.ignored += state.ignores;
  CudaStatus status = injected(call);
  int describes = strncmp(call, "cuGetError", 10) == 0 || strncmp(call, "cuDevice", 8) == 0 ||
                  strcmp(call, "cuCtxGetCurrent") == 0;
  return status == STATUS_SUCCESS && !describes ? state.fault : status;
}

void state_lock(void) {
  pthread_mutex_lock(&lock);
}

void state_unlock(void) {
  pthread_mutex_unlock(&lock);
}

void state_await(void) {
  pthread_cond_wait(&released, &lock);
}

void state_changed(void) {
  pthread_cond_broadcast(&released);
}

CudaStatus leave(CudaStatus status) {
  if (is_recorded() && status != STATUS_SUCCESS) {
    add(&record, "  = %u\n", status);
  }
  pthread_mutex_unlock(&lock);
  return status;
}

void *handle_new(Kind kind, size_t bytes, CudaContext context) {
  Handle *handle = calloc(1, bytes);
  handle->magic = MAGIC;
  handle->kind = kind;
  handle->number = ++numbers[kind];
  handle->alive = 1;
  handle->context = context;
  handle->next = handles;
  handles = handle;
  return handle;
}

int handle_number(const void *handle) {
  return handle == NULL ? 0 : ((const Handle *)handle)->number;
}

/* What may be called while another context is current, or fails without harm. */
static int is_lax(const char *call) {
  static const char *const CALLS[] = {
      "cuStreamWaitEvent",  "cuEventRecord", "cuEventQuery",   "cuEventSynchronize",    "cuMemcpyAsync", "cuMemset",
      "cuMemPrefetchAsync", "cuMemAdvise",   "cuLaunchKernel", "cuStreamAttachMemAsync"};
  for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) {
    if (strncmp(call, CALLS[i], strlen(CALLS[i])) == 0) {
      return 1;
    }
  }
  return 0;
}

CudaStatus handle_check(const void *pointer, Kind kind, const char *call) {
  const Handle *handle = pointer;
  if (handle == NULL || handle->magic != MAGIC || handle->kind != kind) {
    return violation(INVALID_HANDLE, "%s with what is no %s", call, NAMES[kind]);
  }
  if (!handle->alive) {
    return violation(INVALID_HANDLE, "%s with destroyed %s %d", call, NAMES[kind], handle->number);
  }
  if (is_lax(call)) {
    /* CUDA C++ Programming Guide, "Stream and Event Behavior". */
    int launches = strncmp(call, "cuLaunchKernel", 14) == 0;
    return current == NULL                              ? INVALID_CONTEXT
           : launches && handle->context != current ? INVALID_HANDLE
                                                        : STATUS_SUCCESS;
  }
  if (current == NULL || !current->handle.alive) {
    return violation(INVALID_CONTEXT, "%s without a current context", call);
  }
  if (handle->context != current) {
    return violation(INVALID_CONTEXT, "%s with %s %d of another context", call, NAMES[kind],
                     handle->number);
  }
  return STATUS_SUCCESS;
}

void handle_end(void *pointer) {
  ((Handle *)pointer)->alive = 0;
}

/* ---- what tests call ---- */

/* Forgets everything: handles, records, rules. Nothing of the driver is in use. */
EXPORTED void recording_reset(int devices, int64_t memory) {
  pthread_mutex_lock(&lock);
  queue_reset();
  memory_reset();
  images_reset();
  while (handles != NULL) {
    Handle *next = handles->next;
    if (handles->kind == EVENT) {
      record_release(((CudaEvent)handles)->last);
    } else if (handles->kind == MODULE) {
      free(((CudaModule)handles)->text);
    }
    free(handles);
    handles = next;
  }
  memset(numbers, 0, sizeof numbers);
  memset(&state, 0, sizeof state);
  memset(contexts, 0, sizeof contexts);
  rule_count = 0;
  lost.one_in = 0;
  free(record.text);
  free(violations.text);
  memset(&record, 0, sizeof record);
  memset(&violations, 0, sizeof violations);
  state.devices = devices;
  state.memory = (size_t)memory;
  state.version = 12090;
  state.peers = 1;
  state.recording = 1;
  queue_start(AT_ONCE, 0);
  pthread_mutex_unlock(&lock);
}

/*
 * When commands are executed from now on: at once (0, as after a reset), later in an order that the seed chooses (1), or by
 * threads (2). Nothing is unfinished.
 */
EXPORTED void recording_mode(int mode, int64_t seed) {
  pthread_mutex_lock(&lock);
  queue_start((Mode)mode, (uint64_t)seed);
  pthread_mutex_unlock(&lock);
}

/* Whether calls are recorded. */
EXPORTED void recording_record(int record) {
  pthread_mutex_lock(&lock);
  state.recording = record;
  pthread_mutex_unlock(&lock);
}

/* From now on each managed page is in one place, the host or a device, and moves where it is needed. No memory is managed yet. */
EXPORTED void recording_count_pages(void) {
  pthread_mutex_lock(&lock);
  state.paging = 1;
  pages_reset();
  pthread_mutex_unlock(&lock);
}

/* Pages that moved since then: by faults of devices (0), by faults of the host (1), ahead of their use (2). */
EXPORTED int64_t recording_moved_pages(int how) {
  int64_t *count = how == 0 ? &state.device_faults : how == 1 ? &state.host_faults : &state.moved_ahead;
  return __atomic_load_n(count, __ATOMIC_RELAXED);
}

/* Commands that are not finished. */
EXPORTED int recording_unfinished(void) {
  pthread_mutex_lock(&lock);
  int count = queue_unfinished(NULL);
  pthread_mutex_unlock(&lock);
  return count;
}

static int is_kind(const char *kind, Kind of) {
  return strcmp(kind, NAMES[of]) == 0;
}

/* Handles of a kind that were ever made: each costs a driver time. */
EXPORTED int recording_created(const char *kind) {
  pthread_mutex_lock(&lock);
  int created = 0;
  for (int i = 0; i < KINDS; i++) {
    created += is_kind(kind, (Kind)i) ? numbers[i] : 0;
  }
  pthread_mutex_unlock(&lock);
  return created;
}

/* From now on, only calls of this thread are recorded. */
EXPORTED void recording_only_mine(void) {
  recorded = pthread_self();
  state.mine = 1;
}

EXPORTED void recording_set_version(int version) {
  state.version = version;
}

EXPORTED void recording_set_attribute(int attribute, int value) {
  state.attributes[attribute] = value;
}

EXPORTED void recording_set_attribute_of(int device, int attribute, int value) {
  state.attributes_of[device][attribute] = value;
}

/* As if managed memory that a device holds, or another process, had taken so much. */
EXPORTED void recording_set_used(int device, int64_t bytes) {
  state.used[device] = (size_t)bytes;
}

EXPORTED void recording_set_peers(int peers) {
  state.peers = peers;
}

/* The devices stand still before this is called with 0. */
EXPORTED void recording_hold(int held) {
  pthread_mutex_lock(&lock);
  state.held = held;
  if (state.mode == AT_ONCE) {
    queue_progress();
  }
  state_changed();
  pthread_mutex_unlock(&lock);
}

/* Lets calls do nothing but return, for measuring. */
EXPORTED void recording_be_quiet(int quiet) {
  state.quiet = quiet;
}

/* Fails a call by name, after some that are not failed; times below 0: always. */
EXPORTED void recording_fail(const char *call, int skip, int times, int status) {
  pthread_mutex_lock(&lock);
  Rule *rule = &rules[rule_count++ % 32];
  snprintf(rule->call, sizeof rule->call, "%s", call);
  rule->skip = skip;
  rule->times = times;
  rule->status = (CudaStatus)status;
  pthread_mutex_unlock(&lock);
}

/* Has one in so many calls by that name do nothing but succeed, as if the caller had left them out; 0: none. */
EXPORTED void recording_ignore(const char *call, int one_in) {
  pthread_mutex_lock(&lock);
  snprintf(lost.call, sizeof lost.call, "%s", call);
  lost.one_in = one_in;
  lost.count = lost.ignored = 0;
  pthread_mutex_unlock(&lock);
}

/* Calls that were ignored since then. */
EXPORTED int recording_ignored(void) {
  return lost.ignored;
}

/* Fails every call from now on, as after a fault of a kernel. */
EXPORTED void recording_fault(int status) {
  pthread_mutex_lock(&lock);
  state.fault = (CudaStatus)status;
  pthread_cond_broadcast(&released);
  pthread_mutex_unlock(&lock);
}

/* Has the device fault at a command after so many others. */
EXPORTED void recording_fault_after(int64_t commands, int status) {
  pthread_mutex_lock(&lock);
  state.faulty = state.ticks + (uint64_t)commands + 1;
  state.fault_to_come = (CudaStatus)status;
  pthread_mutex_unlock(&lock);
}

/* Has calls by that name wait until another name is given, such as the empty one. */
EXPORTED void recording_block(const char *call) {
  pthread_mutex_lock(&lock);
  snprintf(blocked, sizeof blocked, "%s", call);
  pthread_cond_broadcast(&released);
  pthread_mutex_unlock(&lock);
}

/* Makes memory of the program known to the driver, as cuMemHostRegister does. */
EXPORTED void recording_register(int64_t address, int64_t bytes) {
  pthread_mutex_lock(&lock);
  allocation_register((char *)(intptr_t)address, (size_t)bytes);
  pthread_mutex_unlock(&lock);
}

EXPORTED void recording_unregister(int64_t address) {
  pthread_mutex_lock(&lock);
  Allocation *allocation = allocation_of((CudaAddress)address, 1);
  if (allocation != NULL && allocation->kind == 'r') {
    allocation_end(allocation);
  }
  pthread_mutex_unlock(&lock);
}

/* Makes a context current on this thread, as a library of the program does; -1: none. */
EXPORTED void recording_make_current(int device) {
  current = device < 0 ? NULL : &contexts[device];
}

/* Handles of a kind that were not given back; contexts count their references. */
EXPORTED int recording_live(const char *kind) {
  pthread_mutex_lock(&lock);
  int live = 0;
  for (Handle *handle = handles; handle != NULL; handle = handle->next) {
    live += handle->alive && is_kind(kind, handle->kind);
  }
  for (int i = 0; i < MAX_DEVICES && is_kind(kind, CONTEXT); i++) {
    live += contexts[i].references;
  }
  pthread_mutex_unlock(&lock);
  return live;
}

/* The calls so far, one per line; those that failed are followed by their status. */
/* All calls so far; for a caller that makes sure that no thread makes another meanwhile. */
EXPORTED const char *recording_calls(void) {
  return record.text == NULL ? "" : record.text;
}

/* How often a function was called so far. */
EXPORTED int recording_count(const char *call) {
  size_t length = strlen(call);
  int count = 0;
  pthread_mutex_lock(&lock);
  for (const char *line = record.text; line != NULL && *line != 0;) {
    count += strncmp(line, call, length) == 0 && line[length] == ' ';
    const char *end = strchr(line, '\n');
    line = end == NULL ? NULL : end + 1;
  }
  pthread_mutex_unlock(&lock);
  return count;
}

EXPORTED void recording_forget_calls(void) {
  pthread_mutex_lock(&lock);
  record.length = 0;
  if (record.text != NULL) {
    record.text[0] = 0;
  }
  pthread_mutex_unlock(&lock);
}

/* Has a function execute kernels from now on, also after resets; null: as the double knows them. */
EXPORTED void recording_engine(void *function) {
  pthread_mutex_lock(&lock);
  *(void **)&engine = function;
  pthread_mutex_unlock(&lock);
}

/* What no right caller does, one per line. */
EXPORTED const char *recording_violations(void) {
  return violations.text == NULL ? "" : violations.text;
}
