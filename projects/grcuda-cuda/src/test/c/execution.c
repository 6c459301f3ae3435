/* The functions of the driver API for streams, events and launches. */
#include <stdlib.h>
#include <string.h>

#include "recording.h"

#define PROTOTYPE(name, parameters) EXPORTED CudaStatus name parameters;
CUDA_FUNCTIONS(PROTOTYPE, PROTOTYPE)
#undef PROTOTYPE
#define API(name, parameters) CudaStatus name parameters

/* ---- streams and events ---- */

API(cuStreamCreate, (CudaStream * stream, unsigned int flags)) {
  ENTER(cuStreamCreate, "%u", flags);
  NEED_CURRENT
  *stream = handle_new(STREAM, sizeof **stream, current);
  return leave(STATUS_SUCCESS);
}

API(cuStreamDestroy_v2, (CudaStream stream)) {
  ENTER(cuStreamDestroy_v2, "stream %d", handle_number(stream));
  NEED(stream, STREAM)
  handle_end(stream);
  return leave(STATUS_SUCCESS);
}

API(cuStreamQuery, (CudaStream stream)) {
  ENTER(cuStreamQuery, "stream %d", handle_number(stream));
  NEED(stream, STREAM)
  return leave(stream->length > 0 ? NOT_READY : STATUS_SUCCESS);
}

API(cuStreamSynchronize, (CudaStream stream)) {
  ENTER(cuStreamSynchronize, "stream %d", handle_number(stream));
  NEED(stream, STREAM)
  return leave(queue_await(stream));
}

static CudaStatus enqueue_record(Work work, CudaStream stream, Record *record) {
  Command *command = command_new(work, stream);
  command->record = record;
  record->references++;
  return command_enqueue(command);
}

API(cuStreamWaitEvent, (CudaStream stream, CudaEvent event, unsigned int flags)) {
  ENTER(cuStreamWaitEvent, "stream %d, event %d", handle_number(stream), handle_number(event));
  NEED(stream, STREAM)
  NEED(event, EVENT)
  REFUSE_IF(flags != 0, STATUS_INVALID_VALUE);
  if (event->last == NULL) {
    return leave(STATUS_SUCCESS);
  }
  return leave(enqueue_record(WAIT, stream, event->last));
}

API(cuEventCreate, (CudaEvent * event, unsigned int flags)) {
  ENTER(cuEventCreate, "%u", flags);
  NEED_CURRENT
  CudaEvent made = handle_new(EVENT, sizeof *made, current);
  made->timing = (flags & 2) == 0;
  *event = made;
  return leave(STATUS_SUCCESS);
}

API(cuEventDestroy_v2, (CudaEvent event)) {
  ENTER(cuEventDestroy_v2, "event %d", handle_number(event));
  NEED(event, EVENT)
  handle_end(event);
  return leave(STATUS_SUCCESS);
}

API(cuEventRecord, (CudaEvent event, CudaStream stream)) {
  ENTER(cuEventRecord, "event %d, stream %d", handle_number(event), handle_number(stream));
  NEED(event, EVENT)
  NEED(stream, STREAM)
  REFUSE_IF(event->handle.context != stream->handle.context,
            violation(INVALID_HANDLE, "%s in a stream of another context", call));
  record_release(event->last);
  event->last = calloc(1, sizeof *event->last);
  event->last->references = 1;
  return leave(enqueue_record(RECORD, stream, event->last));
}

API(cuEventSynchronize, (CudaEvent event)) {
  ENTER(cuEventSynchronize, "event %d", handle_number(event));
  NEED(event, EVENT)
  return leave(queue_await_record(event->last));
}

API(cuEventQuery, (CudaEvent event)) {
  ENTER(cuEventQuery, "event %d", handle_number(event));
  NEED(event, EVENT)
  return leave(event->last != NULL && !event->last->done ? NOT_READY : STATUS_SUCCESS);
}

/* A command takes a microsecond. */
API(cuEventElapsedTime, (float *milliseconds, CudaEvent start, CudaEvent end)) {
  ENTER(cuEventElapsedTime, "event %d, event %d", handle_number(start), handle_number(end));
  NEED(start, EVENT)
  NEED(end, EVENT)
  REFUSE_IF(!start->timing || !end->timing || start->last == NULL || end->last == NULL,
            INVALID_HANDLE);
  REFUSE_IF(!start->last->done || !end->last->done, NOT_READY);
  *milliseconds = 1e-3f * (float)((int64_t)end->last->tick - (int64_t)start->last->tick);
  return leave(STATUS_SUCCESS);
}

/* ---- launches ---- */

static void use_variable(Allocation *variable, void *command) {
  command_uses(command, (CudaAddress)(uintptr_t)variable->address);
}

static unsigned int product(const unsigned int sizes[3]) {
  return sizes[0] * sizes[1] * sizes[2];
}

CudaStatus launch_enqueue(CudaStream stream, CudaFunction function, Shape shape,
                          unsigned int shared_bytes, void **extra, const char *call) {
  unsigned int blocks = product(shape.grid), threads = product(shape.block);
  if (extra == NULL || extra[0] != (void *)LAUNCH_PARAM_BUFFER_POINTER ||
      extra[2] != (void *)LAUNCH_PARAM_BUFFER_SIZE || extra[4] != (void *)LAUNCH_PARAM_END ||
      *(size_t *)extra[3] > MOST_PARAMETER_BYTES) {
    return violation(STATUS_INVALID_VALUE, "%s without a parameter block", call);
  }
  if (blocks == 0 || threads == 0 || threads > (unsigned int)function->max_threads) {
    return violation(STATUS_INVALID_VALUE, "%s of %u blocks of %u threads", call, blocks, threads);
  }
  size_t plain = PLAIN_SHARED_BYTES;
  size_t most = (size_t)function->max_dynamic_shared > plain ? (size_t)function->max_dynamic_shared : plain;
  if (shared_bytes + (size_t)function->shared_bytes > most) {
    return violation(STATUS_INVALID_VALUE, "%s with %u bytes of shared memory", call, shared_bytes);
  }
  Command *command = command_new(LAUNCH, stream);
  command->function = function;
  command->shape = shape;
  command->value = shared_bytes;
  command->blocks = blocks;
  command->threads = threads;
  command->bytes = *(size_t *)extra[3];
  memcpy(command->parameters, extra[1], command->bytes);
  /* Whatever may be an address is one: the kernel may access what is there. */
  for (size_t at = 0; at + 8 <= command->bytes; at += 8) {
    CudaAddress address;
    memcpy(&address, command->parameters + at, 8);
    command_uses(command, address);
  }
  variables_each(function->module, use_variable, command);
  command_uses_images(command);
  return command_enqueue(command);
}

API(cuLaunchKernel, (CudaFunction function, unsigned int grid_x, unsigned int grid_y,
                     unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                     unsigned int block_z, unsigned int shared_bytes, CudaStream stream,
                     void **parameters, void **extra)) {
  ENTER(cuLaunchKernel, "%s, grid %u %u %u, block %u %u %u, shared %u, stream %d",
        function->name, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes,
        handle_number(stream));
  NEED(function, FUNCTION)
  NEED(stream, STREAM)
  REFUSE_IF(parameters != NULL, STATUS_INVALID_VALUE);
  Shape shape = {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}};
  if (stream->captured != NULL) {
    CudaGraphNode node;
    return leave(graph_add(stream->captured, function, product(shape.grid), product(shape.block), extra, call, &node));
  }
  return leave(launch_enqueue(stream, function, shape, shared_bytes, extra, call));
}

/* The value of an attribute of a launch; NULL if it is not given. */
static const CudaLaunchAttribute *launch_attribute(const CudaLaunchConfig *config, CudaEnum id) {
  for (unsigned int i = 0; i < config->attribute_count; i++) {
    if (config->attributes[i].id == id) {
      return &config->attributes[i];
    }
  }
  return NULL;
}

/* Whether clusters fill a grid, and are no larger than the function allows. */
static int clusters_fit(CudaFunction function, const unsigned int *cluster, const unsigned int *grid) {
  unsigned int blocks = product(cluster);
  return blocks > 0 && blocks <= (function->large_clusters ? 16u : 8u) && grid[0] % cluster[0] == 0
         && grid[1] % cluster[1] == 0 && grid[2] % cluster[2] == 0;
}

API(cuLaunchKernelEx, (const CudaLaunchConfig *config, CudaFunction function, void **parameters,
                       void **extra)) {
  const CudaLaunchAttribute *cooperative = launch_attribute(config, LAUNCH_ATTRIBUTE_COOPERATIVE);
  const CudaLaunchAttribute *clusters = launch_attribute(config, LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
  const unsigned int alone[] = {1, 1, 1};
  const unsigned int *cluster = clusters == NULL ? alone : clusters->value.cluster;
  ENTER(cuLaunchKernelEx,
        "%s, grid %u %u %u, block %u %u %u, shared %u, stream %d, cooperative %d, cluster %u %u %u",
        function->name, config->grid_x, config->grid_y, config->grid_z, config->block_x,
        config->block_y, config->block_z, config->shared_bytes, handle_number(config->stream),
        cooperative == NULL ? 0 : cooperative->value.cooperative, cluster[0], cluster[1], cluster[2]);
  NEED(function, FUNCTION)
  NEED(config->stream, STREAM)
  unsigned int known = (cooperative != NULL) + (clusters != NULL);
  REFUSE_IF(parameters != NULL || known == 0 || config->attribute_count != known, STATUS_INVALID_VALUE);
  Shape shape = {{config->grid_x, config->grid_y, config->grid_z},
                 {config->block_x, config->block_y, config->block_z}};
  REFUSE_IF(!clusters_fit(function, cluster, shape.grid), INVALID_CLUSTER_SIZE);
  unsigned int blocks = product(shape.grid), threads = product(shape.block);
  int fit = threads == 0 ? 0 : resident_blocks(function, (int)threads, config->shared_bytes);
  REFUSE_IF(cooperative != NULL && threads > 0 && blocks > (unsigned int)(fit * MULTIPROCESSORS),
            COOPERATIVE_LAUNCH_TOO_LARGE);
  return leave(launch_enqueue(config->stream, function, shape, config->shared_bytes, extra, call));
}

API(cuLaunchHostFunc, (CudaStream stream, CudaHostFunction function, void *data)) {
  ENTER(cuLaunchHostFunc, "stream %d", handle_number(stream));
  NEED(stream, STREAM)
  REFUSE_IF(function == NULL, STATUS_INVALID_VALUE);
  Command *command = command_new(HOST_FUNCTION, stream);
  command->call = function;
  command->data = data;
  return leave(command_enqueue(command));
}
