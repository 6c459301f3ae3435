/* The functions of the driver API for modules and kernels. */
#include <stdio.h>
#include <string.h>

#include "recording.h"

#define PROTOTYPE(name, parameters) EXPORTED CudaStatus name parameters;
CUDA_FUNCTIONS(PROTOTYPE, PROTOTYPE)
#undef PROTOTYPE
#define API(name, parameters) CudaStatus name parameters

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

static void end_variable(Allocation *variable, void *unused) {
  (void)unused;
  allocation_end(variable);
}

API(cuModuleUnload, (CudaModule module)) {
  ENTER(cuModuleUnload, "module %d", handle_number(module));
  NEED(module, MODULE)
  if (module->uses > 0) {
    violation(STATUS_SUCCESS, "module %d is unloaded, which %d unfinished launches use",
              handle_number(module), module->uses);
  }
  for (Handle *handle = handles; handle != NULL; handle = handle->next) {
    if (handle->kind == FUNCTION && ((CudaFunction)handle)->module == module) {
      handle_end(handle);
    }
  }
  variables_each(module, end_variable, NULL);
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

typedef struct {
  const char *name;
  Allocation *found;
} Search;

static void match(Allocation *variable, void *data) {
  Search *search = data;
  if (strcmp(variable->name, search->name) == 0) {
    search->found = variable;
  }
}

API(cuModuleGetGlobal_v2,
    (CudaAddress * address, size_t *bytes, CudaModule module, const char *name)) {
  ENTER(cuModuleGetGlobal_v2, "module %d, %s", handle_number(module), name);
  NEED(module, MODULE)
  Search search = {name, NULL};
  variables_each(module, match, &search);
  REFUSE_IF(search.found == NULL, STATUS_NOT_FOUND);
  *address = (CudaAddress)(uintptr_t)search.found->address;
  *bytes = search.found->bytes;
  return leave(STATUS_SUCCESS);
}

API(cuFuncGetAttribute, (int *value, CudaEnum attribute, CudaFunction function)) {
  ENTER(cuFuncGetAttribute, "%u, function %d", attribute, handle_number(function));
  NEED(function, FUNCTION)
  switch (attribute) {
    case 0:
      *value = function->max_threads;
      break;
    case 1:
      *value = function->shared_bytes;
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
  if (attribute == 14) {
    function->large_clusters = value;
    return leave(STATUS_SUCCESS);
  }
  REFUSE_IF(attribute != 8 || value < 0 || value + function->shared_bytes > MOST_SHARED_BYTES,
            STATUS_INVALID_VALUE);
  function->max_dynamic_shared = value;
  return leave(STATUS_SUCCESS);
}

int resident_blocks(CudaFunction function, int threads, size_t shared_bytes) {
  size_t shared = shared_bytes + (size_t)function->shared_bytes;
  int by_threads = THREADS_OF_A_MULTIPROCESSOR / threads;
  int by_memory = shared == 0 ? by_threads : (int)(MOST_SHARED_BYTES / shared);
  return by_threads < by_memory ? by_threads : by_memory;
}

API(cuOccupancyMaxActiveBlocksPerMultiprocessor,
    (int *blocks, CudaFunction function, int block_size, size_t shared_bytes)) {
  ENTER(cuOccupancyMaxActiveBlocksPerMultiprocessor, "function %d, %d, %zu",
        handle_number(function), block_size, shared_bytes);
  NEED(function, FUNCTION)
  REFUSE_IF(block_size < 1, STATUS_INVALID_VALUE);
  *blocks = resident_blocks(function, block_size, shared_bytes);
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

#ifndef OLD_DRIVER
API(cuModuleGetFunctionCount, (unsigned int *count, CudaModule module)) {
  ENTER(cuModuleGetFunctionCount, "module %d", handle_number(module));
  NEED(module, MODULE)
  *count = 0;
  for (Handle *handle = handles; handle != NULL; handle = handle->next) {
    *count += handle->kind == FUNCTION && ((CudaFunction)handle)->module == module;
  }
  return leave(STATUS_SUCCESS);
}

API(cuModuleEnumerateFunctions, (CudaFunction * functions, unsigned int count, CudaModule module)) {
  ENTER(cuModuleEnumerateFunctions, "module %d", handle_number(module));
  NEED(module, MODULE)
  for (Handle *handle = handles; handle != NULL && count > 0; handle = handle->next) {
    if (handle->kind == FUNCTION && ((CudaFunction)handle)->module == module) {
      functions[--count] = (CudaFunction)handle;
    }
  }
  return leave(STATUS_SUCCESS);
}

API(cuFuncGetName, (const char **name, CudaFunction function)) {
  ENTER(cuFuncGetName, "function %d", handle_number(function));
  NEED(function, FUNCTION)
  *name = function->name;
  return leave(STATUS_SUCCESS);
}

API(cuFuncGetParamInfo, (CudaFunction function, size_t index, size_t *offset, size_t *bytes)) {
  ENTER(cuFuncGetParamInfo, "function %d, %zu", handle_number(function), index);
  NEED(function, FUNCTION)
  REFUSE_IF(index >= (size_t)function->parameters, STATUS_INVALID_VALUE);
  *offset = function->offsets[index];
  *bytes = function->sizes[index];
  return leave(STATUS_SUCCESS);
}
#endif
