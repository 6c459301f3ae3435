/* The functions of the driver API for devices, contexts and memory. Each checks what it is given; streams do the work. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"


/* Prototypes from the list of the library under test: a definition of another type does not compile. */
#define PROTOTYPE(name, parameters) EXPORTED CudaStatus name parameters;
CUDA_FUNCTIONS(PROTOTYPE, PROTOTYPE)
#undef PROTOTYPE
#define API(name, parameters) CudaStatus name parameters

static void *host(CudaAddress address) {
  return (void *)(uintptr_t)address;
}

API(cuInit, (unsigned int flags)) {
  const char *connections = getenv("CUDA_DEVICE_MAX_CONNECTIONS");
  ENTER(cuInit, "%u, %s connections", flags, connections == NULL ? "8" : connections);
  return leave(flags != 0 ? STATUS_INVALID_VALUE
                          : state.devices == 0 ? NO_DEVICE : STATUS_SUCCESS);
}

API(cuDriverGetVersion, (int *version)) {
  ENTER(cuDriverGetVersion, "%s", "");
  *version = state.version;
  return leave(STATUS_SUCCESS);
}

API(cuGetErrorName, (CudaStatus code, const char **name)) {
  ENTER(cuGetErrorName, "%u", code);
  REFUSE_IF(code != 4711, STATUS_INVALID_VALUE);
  *name = "CUDA_ERROR_OF_TOMORROW";
  return leave(STATUS_SUCCESS);
}

API(cuGetErrorString, (CudaStatus code, const char **text)) {
  ENTER(cuGetErrorString, "%u", code);
  REFUSE_IF(code != 4711, STATUS_INVALID_VALUE);
  *text = "an error of tomorrow";
  return leave(STATUS_SUCCESS);
}

/* ---- devices and contexts ---- */

API(cuDeviceGetCount, (int *count)) {
  ENTER(cuDeviceGetCount, "%s", "");
  *count = state.devices;
  return leave(STATUS_SUCCESS);
}

API(cuDeviceGet, (CudaDevice * device, int ordinal)) {
  ENTER(cuDeviceGet, "%d", ordinal);
  REFUSE_IF(ordinal < 0 || ordinal >= state.devices, INVALID_DEVICE);
  *device = ordinal;
  return leave(STATUS_SUCCESS);
}

API(cuDeviceGetName, (char *name, int bytes, CudaDevice device)) {
  ENTER(cuDeviceGetName, "%d", device);
  snprintf(name, (size_t)bytes, "Recording device");
  return leave(STATUS_SUCCESS);
}

API(cuDeviceTotalMem_v2, (size_t * bytes, CudaDevice device)) {
  ENTER(cuDeviceTotalMem_v2, "%d", device);
  *bytes = state.memory;
  return leave(STATUS_SUCCESS);
}

int default_attribute(CudaEnum attribute) {
  switch (attribute) {
    case 1: case 2: case 3:
      return 1024;
    case 4:
      return 64;
    case 5:
      return 0x7fffffff;
    case 6: case 7:
      return 65535;
    case 8:
      return PLAIN_SHARED_BYTES;
    case 10:
      return 32;
    case 16:
      return MULTIPROCESSORS;
    case 39:
      return THREADS_OF_A_MULTIPROCESSOR;
    case 75:
      return 9;
    case 14: case 30: /* alignments */
      return 512;
    case 51:
      return 32;
    case 11:
      return 0x7fffffff;
    case 21: case 22: case 45: case 46: case 55: case 56: case 61: case 63: case 64: case 71:
      return 32768;
    case 23: case 57: case 73: case 74: case 77: case 28: case 27: case 42: case 52: case 53: case 66: case 67:
      return 32768;
    case 24: case 25: case 26: case 58: case 59: case 60: case 47: case 48:
      return 16384;
    case 49:
      return 32768;
    case 29: case 43: case 62: case 65:
      return 2048;
    case 54: case 68:
      return 2046;
    case 69:
      return 1 << 28;
    case 70:
      return 131072;
    case 72:
      return 2097120;
    case 83: case 89: case 95: case 41:
      return 1;
    case 97:
      return MOST_SHARED_BYTES;
    default:
      return 0;
  }
}

API(cuDeviceGetAttribute, (int *value, CudaEnum attribute, CudaDevice device)) {
  ENTER(cuDeviceGetAttribute, "%u %d", attribute, device);
  REFUSE_IF(device < 0 || device >= state.devices, INVALID_DEVICE);
  REFUSE_IF(attribute == 0 || attribute > 255, STATUS_INVALID_VALUE);
  int own = state.attributes_of[device][attribute];
  int set = own != 0 ? own : state.attributes[attribute];
  *value = set != 0 ? set : default_attribute(attribute);
  return leave(STATUS_SUCCESS);
}

API(cuDeviceCanAccessPeer, (int *can, CudaDevice device, CudaDevice peer)) {
  ENTER(cuDeviceCanAccessPeer, "%d %d", device, peer);
  *can = state.peers && device != peer;
  return leave(STATUS_SUCCESS);
}

API(cuDevicePrimaryCtxRetain, (CudaContext * context, CudaDevice device)) {
  ENTER(cuDevicePrimaryCtxRetain, "%d", device);
  REFUSE_IF(device < 0 || device >= state.devices, INVALID_DEVICE);
  CudaContext primary = &contexts[device];
  primary->device = device;
  if (primary->references++ == 0) {
    primary->stack = 1024;
  }
  primary->handle.alive = 1;
  primary->handle.kind = CONTEXT;
  *context = primary;
  return leave(STATUS_SUCCESS);
}

API(cuDevicePrimaryCtxRelease_v2, (CudaDevice device)) {
  ENTER(cuDevicePrimaryCtxRelease_v2, "%d", device);
  REFUSE_IF(device < 0 || device >= state.devices, INVALID_DEVICE);
  CudaContext primary = &contexts[device];
  if (primary->references == 0) {
    return leave(violation(INVALID_CONTEXT, "released context %d once too often", device));
  }
  primary->handle.alive = --primary->references > 0;
  int ends = !primary->handle.alive && state.fault == STATUS_SUCCESS;
  int unfinished = ends ? queue_unfinished(primary) : 0;
  if (unfinished > 0) {
    violation(STATUS_SUCCESS, "context %d ends with %d unfinished commands", device, unfinished);
  }
  return leave(STATUS_SUCCESS);
}

API(cuCtxSetCurrent, (CudaContext context)) {
  ENTER(cuCtxSetCurrent, "%d", context == NULL ? -1 : context->device);
  if (context != NULL && !context->handle.alive) {
    return leave(violation(INVALID_CONTEXT, "released context %d made current", context->device));
  }
  current = context;
  return leave(STATUS_SUCCESS);
}

API(cuCtxGetCurrent, (CudaContext * context)) {
  *context = current;
  ENTER(cuCtxGetCurrent, "%s", "");
  return leave(STATUS_SUCCESS);
}

API(cuCtxSynchronize, (void)) {
  ENTER(cuCtxSynchronize, "%d", current == NULL ? -1 : current->device);
  NEED_CURRENT
  return leave(queue_await_context(current));
}

/* As drivers of CUDA 11 and later: also while the context is in use. */
API(cuDevicePrimaryCtxSetFlags_v2, (CudaDevice device, unsigned int flags)) {
  ENTER(cuDevicePrimaryCtxSetFlags_v2, "%d %u", device, flags);
  REFUSE_IF(device < 0 || device >= state.devices, INVALID_DEVICE);
  return leave(STATUS_SUCCESS);
}

API(cuCtxEnablePeerAccess, (CudaContext peer, unsigned int flags)) {
  ENTER(cuCtxEnablePeerAccess, "%d %u", peer->device, flags);
  NEED_CURRENT
  REFUSE_IF(flags != 0, STATUS_INVALID_VALUE);
  REFUSE_IF(current->peers[peer->device], PEER_ACCESS_ALREADY_ENABLED);
  current->peers[peer->device] = 1;
  return leave(STATUS_SUCCESS);
}

/* Threads that a device runs at once, as its attributes say. */
static size_t resident_threads(void) {
  return (size_t)MULTIPROCESSORS * THREADS_OF_A_MULTIPROCESSOR;
}

API(cuCtxGetLimit, (size_t * value, CudaEnum limit)) {
  ENTER(cuCtxGetLimit, "%u", limit);
  NEED_CURRENT
  REFUSE_IF(limit != 0, STATUS_INVALID_VALUE);
  *value = current->stack;
  return leave(STATUS_SUCCESS);
}

API(cuCtxSetLimit, (CudaEnum limit, size_t value)) {
  ENTER(cuCtxSetLimit, "%u = %zu", limit, value);
  NEED_CURRENT
  REFUSE_IF(limit != 0 || value > 512 << 10, STATUS_INVALID_VALUE);
  REFUSE_IF(value > 1024 && value * resident_threads() > state.memory - state.used[current->device],
            OUT_OF_MEMORY);
  current->stack = (value + 15) / 16 * 16;
  return leave(STATUS_SUCCESS);
}

/* ---- memory ---- */

API(cuMemGetInfo_v2, (size_t * available, size_t *total)) {
  ENTER(cuMemGetInfo_v2, "%s", "");
  NEED_CURRENT
  *available = state.memory - state.used[current->device];
  *total = state.memory;
  return leave(STATUS_SUCCESS);
}

static CudaStatus allocate(char kind, void **address, size_t bytes) {
  if (bytes == 0 || bytes > (size_t)1 << 48) {
    return STATUS_INVALID_VALUE;
  }
  if (bytes > (size_t)1 << 40 ||
      (kind == 'd' && bytes > state.memory - state.used[current->device])) {
    return OUT_OF_MEMORY;
  }
  Allocation *allocation = allocation_new(kind, bytes, current);
  if (allocation == NULL) {
    return OUT_OF_MEMORY;
  }
  *address = allocation->address;
  return STATUS_SUCCESS;
}

API(cuMemAlloc_v2, (CudaAddress * address, size_t bytes)) {
  ENTER(cuMemAlloc_v2, "%zu", bytes);
  NEED_CURRENT
  void *memory = NULL;
  status = allocate('d', &memory, bytes);
  *address = (CudaAddress)(uintptr_t)memory;
  return leave(status);
}

API(cuMemAllocManaged, (CudaAddress * address, size_t bytes, unsigned int flags)) {
  ENTER(cuMemAllocManaged, "%zu %u", bytes, flags);
  NEED_CURRENT
  REFUSE_IF(flags != 1, STATUS_INVALID_VALUE);
  void *memory = NULL;
  status = allocate('m', &memory, bytes);
  *address = (CudaAddress)(uintptr_t)memory;
  return leave(status);
}

API(cuMemHostAlloc, (void **address, size_t bytes, unsigned int flags)) {
  ENTER(cuMemHostAlloc, "%zu %u", bytes, flags);
  NEED_CURRENT
  return leave(allocate('h', address, bytes));
}

static CudaStatus release(CudaAddress address, const char *kinds, const char *call) {
  Allocation *allocation = allocation_of(address, 1);
  if (allocation == NULL || allocation->address != host(address) ||
      strchr(kinds, allocation->kind) == NULL) {
    return violation(STATUS_INVALID_VALUE, "%s of what it does not free", call);
  }
  if (allocation->kind == 'd' && allocation->handle.context != current) {
    return violation(INVALID_CONTEXT, "%s in another context", call);
  }
  allocation_end(allocation);
  return STATUS_SUCCESS;
}

API(cuMemFree_v2, (CudaAddress address)) {
  ENTER(cuMemFree_v2, "%s", "");
  NEED_CURRENT
  return leave(release(address, "dm", call));
}

API(cuMemFreeHost, (void *address)) {
  ENTER(cuMemFreeHost, "%s", "");
  NEED_CURRENT
  return leave(release((CudaAddress)(uintptr_t)address, "h", call));
}

static CudaStatus check_range(CudaAddress address, size_t bytes, const char *call) {
  return allocation_of(address, bytes) != NULL
             ? STATUS_SUCCESS
             : violation(STATUS_INVALID_VALUE, "%s of %zu bytes outside of every allocation", call,
                         bytes);
}

/* Of a place that the driver has not given out or registered, it knows nothing. */
API(cuPointerGetAttribute, (void *value, CudaEnum attribute, CudaAddress address)) {
  ENTER(cuPointerGetAttribute, "%u", attribute);
  REFUSE_IF(attribute != 2, STATUS_INVALID_VALUE);
  Allocation *allocation = allocation_of(address, 1);
  REFUSE_IF(allocation == NULL, STATUS_INVALID_VALUE);
  *(unsigned int *)value = allocation->kind == 'h' || allocation->kind == 'r' ? 1 : 2;
  return leave(STATUS_SUCCESS);
}

API(cuMemcpyAsync, (CudaAddress to, CudaAddress from, size_t bytes, CudaStream stream)) {
  ENTER(cuMemcpyAsync, "stream %d, %zu bytes", handle_number(stream), bytes);
  NEED(stream, STREAM)
  status = check_range(to, bytes, call);
  REFUSE_IF(status != STATUS_SUCCESS, status);
  status = check_range(from, bytes, call);
  REFUSE_IF(status != STATUS_SUCCESS, status);
  Command *command = command_new(COPY, stream);
  command->to = to;
  command->from = from;
  command->bytes = bytes;
  command_uses(command, to);
  command_uses(command, from);
  return leave(command_enqueue(command));
}

static CudaStatus fill(CudaStream stream, CudaAddress to, unsigned int value, size_t width,
                       size_t count, const char *call) {
  CudaStatus status = check_range(to, count * width, call);
  if (status != STATUS_SUCCESS) {
    return status;
  }
  Command *command = command_new(FILL, stream);
  command->to = to;
  command->value = value;
  command->width = width;
  command->count = count;
  command_uses(command, to);
  return command_enqueue(command);
}

API(cuMemsetD8Async, (CudaAddress to, unsigned char value, size_t count, CudaStream stream)) {
  ENTER(cuMemsetD8Async, "stream %d, %zu times %u", handle_number(stream), count, value);
  NEED(stream, STREAM)
  return leave(fill(stream, to, value, 1, count, call));
}

API(cuMemsetD16Async, (CudaAddress to, unsigned short value, size_t count, CudaStream stream)) {
  ENTER(cuMemsetD16Async, "stream %d, %zu times %u", handle_number(stream), count, value);
  NEED(stream, STREAM)
  REFUSE_IF(to % 2 != 0, STATUS_INVALID_VALUE);
  return leave(fill(stream, to, value, 2, count, call));
}

API(cuMemsetD32Async, (CudaAddress to, unsigned int value, size_t count, CudaStream stream)) {
  ENTER(cuMemsetD32Async, "stream %d, %zu times %u", handle_number(stream), count, value);
  NEED(stream, STREAM)
  REFUSE_IF(to % 4 != 0, STATUS_INVALID_VALUE);
  return leave(fill(stream, to, value, 4, count, call));
}

static CudaStatus check_managed(CudaAddress address, size_t bytes, const char *call) {
  Allocation *allocation = allocation_of(address, bytes);
  return allocation != NULL && allocation->kind == 'm'
             ? STATUS_SUCCESS
             : violation(STATUS_INVALID_VALUE, "%s of what is not managed", call);
}

static int is_place(int place) {
  return place >= DEVICE_HOST && place < state.devices;
}

static CudaStatus prefetch(CudaStream stream, CudaAddress address, size_t bytes, int place,
                           const char *call) {
  CudaStatus status = check_managed(address, bytes, call);
  if (status != STATUS_SUCCESS) {
    return status;
  }
  Command *command = command_new(PREFETCH, stream);
  command->to = address;
  command->bytes = bytes;
  command->place = place;
  command_uses(command, address);
  return command_enqueue(command);
}

#ifndef OLD_DRIVER
API(cuMemPrefetchAsync_v2, (CudaAddress address, size_t bytes, CudaLocation place,
                            unsigned int flags, CudaStream stream)) {
  ENTER(cuMemPrefetchAsync_v2, "stream %d, %zu bytes to %u %d", handle_number(stream), bytes,
        place.type, place.id);
  NEED(stream, STREAM)
  REFUSE_IF(flags != 0 || !is_place(place.id) || place.type < 1 || place.type > 2,
            STATUS_INVALID_VALUE);
  return leave(prefetch(stream, address, bytes, place.type == 2 ? DEVICE_HOST : place.id, call));
}

API(cuMemAdvise_v2, (CudaAddress address, size_t bytes, CudaEnum advice, CudaLocation place)) {
  ENTER(cuMemAdvise_v2, "%zu bytes, advice %u, %u %d", bytes, advice, place.type, place.id);
  REFUSE_IF(current == NULL, INVALID_CONTEXT);
  REFUSE_IF(advice < 1 || advice > 6 || !is_place(place.id), STATUS_INVALID_VALUE);
  return leave(check_managed(address, bytes, call));
}
#endif

API(cuMemPrefetchAsync,
    (CudaAddress address, size_t bytes, CudaDevice place, CudaStream stream)) {
  ENTER(cuMemPrefetchAsync, "stream %d, %zu bytes to %d", handle_number(stream), bytes, place);
  NEED(stream, STREAM)
  REFUSE_IF(!is_place(place), INVALID_DEVICE);
  return leave(prefetch(stream, address, bytes, place, call));
}

API(cuMemAdvise, (CudaAddress address, size_t bytes, CudaEnum advice, CudaDevice place)) {
  ENTER(cuMemAdvise, "%zu bytes, advice %u, %d", bytes, advice, place);
  REFUSE_IF(current == NULL, INVALID_CONTEXT);
  REFUSE_IF(advice < 1 || advice > 6 || !is_place(place), INVALID_DEVICE);
  return leave(check_managed(address, bytes, call));
}

API(cuStreamAttachMemAsync,
    (CudaStream stream, CudaAddress address, size_t bytes, unsigned int flags)) {
  ENTER(cuStreamAttachMemAsync, "stream %d, %zu bytes, %u", handle_number(stream), bytes, flags);
  NEED(stream, STREAM)
  REFUSE_IF(flags != 1 && flags != 2 && flags != 4, STATUS_INVALID_VALUE);
  return leave(check_managed(address, bytes, call));
}
