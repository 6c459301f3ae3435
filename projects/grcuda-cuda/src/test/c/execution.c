/* The rest of the driver API: streams, events, modules, launches. */
#include <stdio.h>
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
  return leave(state.held ? NOT_READY : STATUS_SUCCESS);
}

API(cuStreamSynchronize, (CudaStream stream)) {
  host_functions_await();
  ENTER(cuStreamSynchronize, "stream %d", handle_number(stream));
  NEED(stream, STREAM)
  return leave(STATUS_SUCCESS);
}

API(cuStreamWaitEvent, (CudaStream stream, CudaEvent event, unsigned int flags)) {
  ENTER(cuStreamWaitEvent, "stream %d, event %d", handle_number(stream), handle_number(event));
  NEED(stream, STREAM)
  NEED(event, EVENT)
  REFUSE_IF(flags != 0, STATUS_INVALID_VALUE);
  return leave(STATUS_SUCCESS);
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
  host_functions_await();
  ENTER(cuEventRecord, "event %d, stream %d", handle_number(event), handle_number(stream));
  NEED(event, EVENT)
  NEED(stream, STREAM)
  REFUSE_IF(event->handle.context != stream->handle.context,
            violation(INVALID_HANDLE, "%s in a stream of another context", call));
  event->recorded = ++state.ticks;
  event->held = state.held;
  return leave(STATUS_SUCCESS);
}

API(cuEventSynchronize, (CudaEvent event)) {
  ENTER(cuEventSynchronize, "event %d", handle_number(event));
  NEED(event, EVENT)
  while (event->held && state.fault == STATUS_SUCCESS) {
    await_release();
  }
  return leave(state.fault);
}

API(cuEventQuery, (CudaEvent event)) {
  ENTER(cuEventQuery, "event %d", handle_number(event));
  NEED(event, EVENT)
  return leave(event->held ? NOT_READY : STATUS_SUCCESS);
}

/* A command takes a microsecond. */
API(cuEventElapsedTime, (float *milliseconds, CudaEvent start, CudaEvent end)) {
  ENTER(cuEventElapsedTime, "event %d, event %d", handle_number(start), handle_number(end));
  NEED(start, EVENT)
  NEED(end, EVENT)
  REFUSE_IF(!start->timing || !end->timing || start->recorded == 0 || end->recorded == 0,
            INVALID_HANDLE);
  REFUSE_IF(start->held || end->held, NOT_READY);
  *milliseconds = 1e-3f * (float)((int64_t)end->recorded - (int64_t)start->recorded);
  return leave(STATUS_SUCCESS);
}

/* ---- modules ---- */

API(cuModuleLoadDataEx, (CudaModule * module, const void *image, unsigned int option_count,
                         CudaEnum *options, void **values)) {
  ENTER(cuModuleLoadDataEx, "%u options", option_count);
  NEED_CURRENT
  CudaModule made = handle_new(MODULE, sizeof *made, current);
  status = module_fill(made, image);
  if (status != STATUS_SUCCESS) {
    handle_end(made);
    for (unsigned int i = 0; i < option_count; i++) {
      if (options[i] == JIT_ERROR_LOG_BUFFER) {
        snprintf(values[i], (size_t)(uintptr_t)values[i + 1], "ptxas: line 1; syntax error");
      }
    }
    return leave(status);
  }
  *module = made;
  return leave(STATUS_SUCCESS);
}

API(cuModuleUnload, (CudaModule module)) {
  ENTER(cuModuleUnload, "module %d", handle_number(module));
  NEED(module, MODULE)
  for (Handle *handle = handles; handle != NULL; handle = handle->next) {
    if (handle->kind == FUNCTION && ((CudaFunction)handle)->module == module) {
      handle_end(handle);
    }
    if (handle->kind == ALLOCATION && ((Allocation *)handle)->module == module) {
      allocation_end((Allocation *)handle);
    }
  }
  handle_end(module);
  return leave(STATUS_SUCCESS);
}

API(cuModuleGetFunction, (CudaFunction * function, CudaModule module, const char *name)) {
  ENTER(cuModuleGetFunction, "module %d, %s", handle_number(module), name);
  NEED(module, MODULE)
  for (Handle *handle = handles; handle != NULL; handle = handle->next) {
    CudaFunction found = (CudaFunction)handle;
    if (handle->kind == FUNCTION && found->module == module && strcmp(found->name, name) == 0) {
      *function = found;
      return leave(STATUS_SUCCESS);
    }
  }
  return leave(STATUS_NOT_FOUND);
}

API(cuModuleGetGlobal_v2,
    (CudaAddress * address, size_t *bytes, CudaModule module, const char *name)) {
  ENTER(cuModuleGetGlobal_v2, "module %d, %s", handle_number(module), name);
  NEED(module, MODULE)
  for (Handle *handle = handles; handle != NULL; handle = handle->next) {
    Allocation *found = (Allocation *)handle;
    if (handle->kind == ALLOCATION && found->module == module && strcmp(found->name, name) == 0) {
      *address = (CudaAddress)(uintptr_t)found->address;
      *bytes = found->bytes;
      return leave(STATUS_SUCCESS);
    }
  }
  return leave(STATUS_NOT_FOUND);
}

API(cuFuncGetAttribute, (int *value, CudaEnum attribute, CudaFunction function)) {
  ENTER(cuFuncGetAttribute, "%u, function %d", attribute, handle_number(function));
  NEED(function, FUNCTION)
  switch (attribute) {
    case 0:
      *value = function->max_threads;
      break;
    case 3:
      *value = function->local_bytes;
      break;
    case 4:
      *value = 24;
      break;
    case 8:
      *value = function->max_dynamic_shared;
      break;
    default:
      *value = 0;
      break;
  }
  return leave(STATUS_SUCCESS);
}

API(cuFuncSetAttribute, (CudaFunction function, CudaEnum attribute, int value)) {
  ENTER(cuFuncSetAttribute, "%u = %d, function %d", attribute, value, handle_number(function));
  NEED(function, FUNCTION)
  REFUSE_IF(attribute != 8, STATUS_INVALID_VALUE);
  function->max_dynamic_shared = value;
  return leave(STATUS_SUCCESS);
}

API(cuOccupancyMaxActiveBlocksPerMultiprocessor,
    (int *blocks, CudaFunction function, int block_size, size_t shared_bytes)) {
  ENTER(cuOccupancyMaxActiveBlocksPerMultiprocessor, "function %d, %d, %zu",
        handle_number(function), block_size, shared_bytes);
  NEED(function, FUNCTION)
  REFUSE_IF(block_size < 1, STATUS_INVALID_VALUE);
  *blocks = 2048 / block_size;
  return leave(STATUS_SUCCESS);
}

API(cuOccupancyMaxPotentialBlockSize,
    (int *grid_size, int *block_size, CudaFunction function, size_t (*shared_bytes_of)(int),
     size_t shared_bytes, int limit)) {
  ENTER(cuOccupancyMaxPotentialBlockSize, "function %d, %zu", handle_number(function),
        shared_bytes);
  NEED(function, FUNCTION)
  REFUSE_IF(shared_bytes_of != NULL || limit != 0, STATUS_INVALID_VALUE);
  *block_size = function->max_threads < 512 ? function->max_threads : 512;
  *grid_size = 16;
  return leave(STATUS_SUCCESS);
}

/* ---- launches ---- */

CudaStatus launch_run(CudaFunction function, unsigned int blocks, unsigned int threads, void **extra,
                      const char *call) {
  if (extra == NULL || extra[0] != (void *)LAUNCH_PARAM_BUFFER_POINTER ||
      extra[2] != (void *)LAUNCH_PARAM_BUFFER_SIZE || extra[4] != (void *)LAUNCH_PARAM_END) {
    return violation(STATUS_INVALID_VALUE, "%s without a parameter block", call);
  }
  if (blocks == 0 || threads == 0 || threads > (unsigned int)function->max_threads) {
    return violation(STATUS_INVALID_VALUE, "%s of %u blocks of %u threads", call, blocks, threads);
  }
  state.ticks++;
  return kernel_run(function, blocks, threads, extra[1], *(size_t *)extra[3]);
}

API(cuLaunchKernel, (CudaFunction function, unsigned int grid_x, unsigned int grid_y,
                     unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                     unsigned int block_z, unsigned int shared_bytes, CudaStream stream,
                     void **parameters, void **extra)) {
  host_functions_await();
  ENTER(cuLaunchKernel, "%s, grid %u %u %u, block %u %u %u, shared %u, stream %d",
        function->name, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes,
        handle_number(stream));
  NEED(function, FUNCTION)
  NEED(stream, STREAM)
  REFUSE_IF(parameters != NULL, STATUS_INVALID_VALUE);
  unsigned int blocks = grid_x * grid_y * grid_z, threads = block_x * block_y * block_z;
  if (stream->captured != NULL) {
    CudaGraphNode node;
    return leave(graph_add(stream->captured, function, blocks, threads, extra, call, &node));
  }
  return leave(launch_run(function, blocks, threads, extra, call));
}

API(cuLaunchKernelEx, (const CudaLaunchConfig *config, CudaFunction function, void **parameters,
                       void **extra)) {
  ENTER(cuLaunchKernelEx,
        "%s, grid %u %u %u, block %u %u %u, shared %u, stream %d, attribute %u = %d",
        function->name, config->grid_x, config->grid_y, config->grid_z, config->block_x,
        config->block_y, config->block_z, config->shared_bytes, handle_number(config->stream),
        config->attribute_count == 1 ? config->attributes[0].id : 0,
        config->attribute_count == 1 ? config->attributes[0].value.cooperative : 0);
  NEED(function, FUNCTION)
  NEED(config->stream, STREAM)
  REFUSE_IF(parameters != NULL || config->attribute_count != 1, STATUS_INVALID_VALUE);
  return leave(launch_run(function, config->grid_x * config->grid_y * config->grid_z,
                          config->block_x * config->block_y * config->block_z, extra, call));
}

API(cuLaunchHostFunc, (CudaStream stream, CudaHostFunction function, void *data)) {
  ENTER(cuLaunchHostFunc, "stream %d", handle_number(stream));
  NEED(stream, STREAM)
  REFUSE_IF(function == NULL, STATUS_INVALID_VALUE);
  state.ticks++;
  return leave(host_functions_add(function, data));
}
