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
                                         "allocation", "graph",  "node",  "executable"};

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
  CudaStatus status = injected(call);
  int describes = strncmp(call, "cuGetError", 10) == 0 || strncmp(call, "cuDevice", 8) == 0 ||
                  strcmp(call, "cuCtxGetCurrent") == 0;
  return status == STATUS_SUCCESS && !describes ? state.fault : status;
}

void await_release(void) {
  pthread_cond_wait(&released, &lock);
}

CudaStatus leave(CudaStatus status) {
  if (state.fault != STATUS_SUCCESS) {
    pthread_cond_broadcast(&released);
  }
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
  static const char *const CALLS[] = {"cuStreamWaitEvent", "cuEventRecord",  "cuEventQuery",
                                      "cuMemcpyAsync",     "cuMemset",       "cuMemPrefetchAsync",
                                      "cuMemAdvise",       "cuLaunchKernel", "cuStreamAttachMemAsync"};
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

/* As much of an allocation is filled; the rest of a large one stays untouched. */
enum { FILLED_BYTES = 1 << 20 };

Allocation *allocation_new(char kind, size_t bytes, CudaContext context) {
  Allocation *allocation = handle_new(ALLOCATION, sizeof *allocation, context);
  void *memory = NULL;
  if (posix_memalign(&memory, 256, (bytes + 255) / 256 * 256) != 0) {
    allocation->handle.alive = 0;
    return NULL;
  }
  /* Fresh memory holds anything, always the same: what is read before it is written shows. */
  memset(memory, 0xA5, bytes < FILLED_BYTES ? bytes : FILLED_BYTES);
  allocation->address = memory;
  allocation->bytes = bytes;
  allocation->kind = kind;
  if (kind == 'd') {
    state.used[context->device] += bytes;
  }
  return allocation;
}

void allocation_end(Allocation *allocation) {
  if (allocation->kind == 'd') {
    state.used[allocation->handle.context->device] -= allocation->bytes;
  }
  free(allocation->address);
  handle_end(allocation);
}

Allocation *allocation_of(CudaAddress address, size_t bytes) {
  for (Handle *handle = handles; handle != NULL; handle = handle->next) {
    Allocation *allocation = (Allocation *)handle;
    if (handle->kind == ALLOCATION && handle->alive) {
      CudaAddress begin = (CudaAddress)(uintptr_t)allocation->address;
      if (address >= begin && address - begin <= allocation->bytes &&
          bytes <= allocation->bytes - (address - begin)) {
        return allocation;
      }
    }
  }
  return NULL;
}

/* ---- what tests call ---- */

/* Forgets everything: handles, records, rules. Nothing of the driver is in use. */
EXPORTED void recording_reset(int devices, int64_t memory) {
  pthread_mutex_lock(&lock);
  while (handles != NULL) {
    Handle *next = handles->next;
    if (handles->kind == ALLOCATION && handles->alive && ((Allocation *)handles)->kind != 'r') {
      free(((Allocation *)handles)->address);
    }
    free(handles);
    handles = next;
  }
  memset(numbers, 0, sizeof numbers);
  memset(&state, 0, sizeof state);
  memset(contexts, 0, sizeof contexts);
  rule_count = 0;
  free(record.text);
  free(violations.text);
  memset(&record, 0, sizeof record);
  memset(&violations, 0, sizeof violations);
  state.devices = devices;
  state.memory = (size_t)memory;
  state.version = 12090;
  state.peers = 1;
  state.recording = 1;
  pthread_mutex_unlock(&lock);
  host_functions_hold(0);
  host_functions_await();
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

/* Events recorded from now on are not complete before this is called with 0. */
EXPORTED void recording_hold(int held) {
  pthread_mutex_lock(&lock);
  state.held = held;
  for (Handle *handle = handles; handle != NULL && !held; handle = handle->next) {
    if (handle->kind == EVENT) {
      ((CudaEvent)handle)->held = 0;
    }
  }
  pthread_cond_broadcast(&released);
  pthread_mutex_unlock(&lock);
  host_functions_hold(held);
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

/* Fails every call from now on, as after a fault of a kernel. */
EXPORTED void recording_fault(int status) {
  pthread_mutex_lock(&lock);
  state.fault = (CudaStatus)status;
  pthread_cond_broadcast(&released);
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
  Allocation *allocation = handle_new(ALLOCATION, sizeof *allocation, NULL);
  allocation->address = (char *)(intptr_t)address;
  allocation->bytes = (size_t)bytes;
  allocation->kind = 'r';
  allocation->handle.alive = 1;
  pthread_mutex_unlock(&lock);
}

EXPORTED void recording_unregister(int64_t address) {
  pthread_mutex_lock(&lock);
  Allocation *allocation = allocation_of((CudaAddress)address, 1);
  if (allocation != NULL && allocation->kind == 'r') {
    handle_end(allocation);
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
    live += handle->alive && strcmp(kind, NAMES[handle->kind]) == 0;
  }
  for (int i = 0; i < MAX_DEVICES && strcmp(kind, NAMES[CONTEXT]) == 0; i++) {
    live += contexts[i].references;
  }
  pthread_mutex_unlock(&lock);
  return live;
}

/* The calls so far, one per line; those that failed are followed by their status. */
EXPORTED const char *recording_calls(void) {
  return record.text == NULL ? "" : record.text;
}

EXPORTED void recording_forget_calls(void) {
  pthread_mutex_lock(&lock);
  record.length = 0;
  if (record.text != NULL) {
    record.text[0] = 0;
  }
  pthread_mutex_unlock(&lock);
}

/* What no right caller does, one per line. */
EXPORTED const char *recording_violations(void) {
  return violations.text == NULL ? "" : violations.text;
}
