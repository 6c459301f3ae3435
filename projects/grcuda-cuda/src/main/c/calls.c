/* The calls that are not hot, one native method each. Results are stored where `out` points. */
#define _POSIX_C_SOURCE 200112L /* setenv */
#include <stdlib.h>

#include "exported.h"
#include "library.h"
#include "session.h"

#define SESSION const Session *session = (const Session *)(intptr_t)handle
#define CALL(name, ...) ((int32_t)session->cuda.name(__VA_ARGS__))

/* A call that wants a current context. */
#define CALL_IN(context, name, ...)                                                                \
  SESSION;                                                                                         \
  CudaStatus status = session_use(session, (CudaContext)(intptr_t)(context));                      \
  return status != STATUS_SUCCESS ? (int32_t)status : CALL(name, __VA_ARGS__)

#define POINTER(type, value) ((type)(intptr_t)(value))

JNI(int64_t, open, int64_t name, int64_t error, int32_t error_bytes) {
  return grcuda_open(POINTER(const char *, name), POINTER(char *, error), error_bytes);
}

JNI(void, close, int64_t handle) {
  grcuda_close(handle);
}

/*
 * Streams share as many queues of the hardware as CUDA makes connections, 8 unless it is told otherwise before it is
 * initialized (CUDA C++ Programming Guide, "CUDA Environment Variables"): a stream that waits would hold up others.
 */
JNI(int32_t, initialize, int64_t handle) {
  SESSION;
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
  return CALL(cuInit, 0);
}

JNI(int32_t, driverVersion, int64_t handle, int64_t out) {
  SESSION;
  return CALL(cuDriverGetVersion, POINTER(int *, out));
}

JNI(int32_t, errorName, int64_t handle, int32_t code, int64_t out) {
  SESSION;
  return CALL(cuGetErrorName, (CudaStatus)code, POINTER(const char **, out));
}

JNI(int32_t, errorText, int64_t handle, int32_t code, int64_t out) {
  SESSION;
  return CALL(cuGetErrorString, (CudaStatus)code, POINTER(const char **, out));
}

JNI(int32_t, deviceCount, int64_t handle, int64_t out) {
  SESSION;
  return CALL(cuDeviceGetCount, POINTER(int *, out));
}

JNI(int32_t, device, int64_t handle, int32_t ordinal, int64_t out) {
  SESSION;
  return CALL(cuDeviceGet, POINTER(CudaDevice *, out), ordinal);
}

JNI(int32_t, deviceName, int64_t handle, int32_t device, int64_t out, int32_t bytes) {
  SESSION;
  return CALL(cuDeviceGetName, POINTER(char *, out), bytes, device);
}

JNI(int32_t, deviceTotalMemory, int64_t handle, int32_t device, int64_t out) {
  SESSION;
  return CALL(cuDeviceTotalMem_v2, POINTER(size_t *, out), device);
}

JNI(int32_t, deviceAttribute, int64_t handle, int32_t device, int32_t attribute, int64_t out) {
  SESSION;
  return CALL(cuDeviceGetAttribute, POINTER(int *, out), (CudaEnum)attribute, device);
}

JNI(int32_t, canAccessPeer, int64_t handle, int32_t device, int32_t peer, int64_t out) {
  SESSION;
  return CALL(cuDeviceCanAccessPeer, POINTER(int *, out), device, peer);
}

JNI(int32_t, retainContext, int64_t handle, int32_t device, int64_t out) {
  SESSION;
  return CALL(cuDevicePrimaryCtxRetain, POINTER(CudaContext *, out), device);
}

JNI(int32_t, releaseContext, int64_t handle, int32_t device) {
  SESSION;
  return CALL(cuDevicePrimaryCtxRelease_v2, device);
}

JNI(int32_t, setContextFlags, int64_t handle, int32_t device, int32_t flags) {
  SESSION;
  return CALL(cuDevicePrimaryCtxSetFlags_v2, device, (unsigned int)flags);
}

JNI(int32_t, synchronizeContext, int64_t handle, int64_t context) {
  CALL_IN(context, cuCtxSynchronize);
}

JNI(int32_t, enablePeerAccess, int64_t handle, int64_t context, int64_t peer) {
  CALL_IN(context, cuCtxEnablePeerAccess, POINTER(CudaContext, peer), 0);
}

JNI(int32_t, limit, int64_t handle, int64_t context, int32_t limit, int64_t out) {
  CALL_IN(context, cuCtxGetLimit, POINTER(size_t *, out), (CudaEnum)limit);
}

JNI(int32_t, setLimit, int64_t handle, int64_t context, int32_t limit, int64_t value) {
  CALL_IN(context, cuCtxSetLimit, (CudaEnum)limit, (size_t)value);
}

/* out: free and total bytes */
JNI(int32_t, memoryInfo, int64_t handle, int64_t context, int64_t out) {
  size_t *bytes = POINTER(size_t *, out);
  CALL_IN(context, cuMemGetInfo_v2, bytes, bytes + 1);
}

JNI(int32_t, allocate, int64_t handle, int64_t context, int64_t bytes, int64_t out) {
  CALL_IN(context, cuMemAlloc_v2, POINTER(CudaAddress *, out), (size_t)bytes);
}

JNI(int32_t, free, int64_t handle, int64_t context, int64_t address) {
  CALL_IN(context, cuMemFree_v2, (CudaAddress)address);
}

JNI(int32_t, allocateManaged, int64_t handle, int64_t context, int64_t bytes, int32_t flags,
    int64_t out) {
  CALL_IN(context, cuMemAllocManaged, POINTER(CudaAddress *, out), (size_t)bytes,
          (unsigned int)flags);
}

JNI(int32_t, allocateHost, int64_t handle, int64_t context, int64_t bytes, int32_t flags,
    int64_t out) {
  CALL_IN(context, cuMemHostAlloc, POINTER(void **, out), (size_t)bytes, (unsigned int)flags);
}

JNI(int32_t, freeHost, int64_t handle, int64_t context, int64_t address) {
  CALL_IN(context, cuMemFreeHost, POINTER(void *, address));
}

JNI(int32_t, pointerAttribute, int64_t handle, int64_t context, int32_t attribute, int64_t address,
    int64_t out) {
  CALL_IN(context, cuPointerGetAttribute, POINTER(void *, out), (CudaEnum)attribute,
          (CudaAddress)address);
}

JNI(int32_t, createStream, int64_t handle, int64_t context, int32_t flags, int64_t out) {
  CALL_IN(context, cuStreamCreate, POINTER(CudaStream *, out), (unsigned int)flags);
}

JNI(int32_t, destroyStream, int64_t handle, int64_t context, int64_t stream) {
  CALL_IN(context, cuStreamDestroy_v2, POINTER(CudaStream, stream));
}

JNI(int32_t, queryStream, int64_t handle, int64_t context, int64_t stream) {
  CALL_IN(context, cuStreamQuery, POINTER(CudaStream, stream));
}

JNI(int32_t, synchronizeStream, int64_t handle, int64_t context, int64_t stream) {
  CALL_IN(context, cuStreamSynchronize, POINTER(CudaStream, stream));
}

JNI(int32_t, launchHostFunction, int64_t handle, int64_t context, int64_t stream, int64_t function,
    int64_t data) {
  CALL_IN(context, cuLaunchHostFunc, POINTER(CudaStream, stream), POINTER(CudaHostFunction, function),
          POINTER(void *, data));
}

JNI(int32_t, createEvent, int64_t handle, int64_t context, int32_t flags, int64_t out) {
  CALL_IN(context, cuEventCreate, POINTER(CudaEvent *, out), (unsigned int)flags);
}

JNI(int32_t, destroyEvent, int64_t handle, int64_t context, int64_t event) {
  CALL_IN(context, cuEventDestroy_v2, POINTER(CudaEvent, event));
}

/* Any context may be current: the call is made again only if none is. */
JNI(int32_t, queryEvent, int64_t handle, int64_t context, int64_t event) {
  SESSION;
  CudaStatus status = session->cuda.cuEventQuery(POINTER(CudaEvent, event));
  if (session_restore(session, POINTER(CudaContext, context), &status)) {
    status = session->cuda.cuEventQuery(POINTER(CudaEvent, event));
  }
  return (int32_t)status;
}

/*
 * Sleeps until an event has completed: behind it a marker, an event of a stream of its own, is
 * recorded. So only waits have the device interrupt the host, not each event that is recorded.
 */
JNI(int32_t, awaitEvent, int64_t handle, int64_t context, int64_t event, int64_t stream,
    int64_t marker) {
  SESSION;
  CudaStatus status = session_use(session, POINTER(CudaContext, context));
  if (status == STATUS_SUCCESS) {
    status = session->cuda.cuStreamWaitEvent(POINTER(CudaStream, stream),
                                             POINTER(CudaEvent, event), 0);
  }
  if (status == STATUS_SUCCESS) {
    status = session->cuda.cuEventRecord(POINTER(CudaEvent, marker), POINTER(CudaStream, stream));
  }
  return status != STATUS_SUCCESS ? (int32_t)status
                                  : CALL(cuEventSynchronize, POINTER(CudaEvent, marker));
}

JNI(int32_t, elapsedTime, int64_t handle, int64_t context, int64_t start, int64_t end,
    int64_t out) {
  CALL_IN(context, cuEventElapsedTime, POINTER(float *, out), POINTER(CudaEvent, start),
          POINTER(CudaEvent, end));
}

/* The logs, of log_bytes each, one after the other: remarks, then errors. */
JNI(int32_t, loadModule, int64_t handle, int64_t context, int64_t image, int64_t logs,
    int64_t log_bytes, int64_t out) {
  char *log = POINTER(char *, logs);
  CudaEnum options[] = {JIT_INFO_LOG_BUFFER, JIT_INFO_LOG_BUFFER_BYTES, JIT_ERROR_LOG_BUFFER,
                        JIT_ERROR_LOG_BUFFER_BYTES};
  void *values[] = {log, POINTER(void *, log_bytes), log + log_bytes, POINTER(void *, log_bytes)};
  CALL_IN(context, cuModuleLoadDataEx, POINTER(CudaModule *, out), POINTER(const void *, image), 4,
          options, values);
}

JNI(int32_t, unloadModule, int64_t handle, int64_t context, int64_t module) {
  CALL_IN(context, cuModuleUnload, POINTER(CudaModule, module));
}

JNI(int32_t, function, int64_t handle, int64_t context, int64_t module, int64_t name,
    int64_t out) {
  CALL_IN(context, cuModuleGetFunction, POINTER(CudaFunction *, out), POINTER(CudaModule, module),
          POINTER(const char *, name));
}

/* out: address and bytes */
JNI(int32_t, global, int64_t handle, int64_t context, int64_t module, int64_t name, int64_t out) {
  CALL_IN(context, cuModuleGetGlobal_v2, POINTER(CudaAddress *, out), POINTER(size_t *, out) + 1,
          POINTER(CudaModule, module), POINTER(const char *, name));
}

/* CUDA_ERROR_NOT_SUPPORTED before CUDA 12.4. */
JNI(int32_t, functionCount, int64_t handle, int64_t context, int64_t module, int64_t out) {
  SESSION;
  if (session->cuda.cuModuleGetFunctionCount == NULL ||
      session->cuda.cuModuleEnumerateFunctions == NULL || session->cuda.cuFuncGetName == NULL) {
    return STATUS_NOT_SUPPORTED;
  }
  CudaStatus status = session_use(session, POINTER(CudaContext, context));
  return status != STATUS_SUCCESS ? (int32_t)status
                                  : CALL(cuModuleGetFunctionCount, POINTER(unsigned int *, out),
                                         POINTER(CudaModule, module));
}

/* The handles of functionCount kernels. */
JNI(int32_t, functions, int64_t handle, int64_t context, int64_t module, int32_t count,
    int64_t out) {
  CALL_IN(context, cuModuleEnumerateFunctions, POINTER(CudaFunction *, out), (unsigned int)count,
          POINTER(CudaModule, module));
}

/* out: address of a text. Only where functionCount is supported. */
JNI(int32_t, functionName, int64_t handle, int64_t context, int64_t function, int64_t out) {
  CALL_IN(context, cuFuncGetName, POINTER(const char **, out), POINTER(CudaFunction, function));
}

/* out: offset and bytes. CUDA_ERROR_NOT_SUPPORTED before CUDA 12.4. */
JNI(int32_t, parameter, int64_t handle, int64_t context, int64_t function, int32_t index,
    int64_t out) {
  SESSION;
  if (session->cuda.cuFuncGetParamInfo == NULL) {
    return STATUS_NOT_SUPPORTED;
  }
  CudaStatus status = session_use(session, POINTER(CudaContext, context));
  return status != STATUS_SUCCESS
             ? (int32_t)status
             : CALL(cuFuncGetParamInfo, POINTER(CudaFunction, function), (size_t)index,
                    POINTER(size_t *, out), POINTER(size_t *, out) + 1);
}

JNI(int32_t, functionAttribute, int64_t handle, int64_t context, int64_t function,
    int32_t attribute, int64_t out) {
  CALL_IN(context, cuFuncGetAttribute, POINTER(int *, out), (CudaEnum)attribute,
          POINTER(CudaFunction, function));
}

JNI(int32_t, setFunctionAttribute, int64_t handle, int64_t context, int64_t function,
    int32_t attribute, int32_t value) {
  CALL_IN(context, cuFuncSetAttribute, POINTER(CudaFunction, function), (CudaEnum)attribute, value);
}

JNI(int32_t, activeBlocks, int64_t handle, int64_t context, int64_t function, int32_t block_size,
    int64_t shared_bytes, int64_t out) {
  CALL_IN(context, cuOccupancyMaxActiveBlocksPerMultiprocessor, POINTER(int *, out),
          POINTER(CudaFunction, function), block_size, (size_t)shared_bytes);
}

/* out: blocks that fill the device, threads of a block */
JNI(int32_t, bestBlockSize, int64_t handle, int64_t context, int64_t function,
    int64_t shared_bytes, int64_t out) {
  CALL_IN(context, cuOccupancyMaxPotentialBlockSize, POINTER(int *, out), POINTER(int *, out) + 1,
          POINTER(CudaFunction, function), NULL, (size_t)shared_bytes, 0);
}

/* A function of a vendor library, with a context current. Returns its own status, or that of CUDA below 0. */
JNI(int32_t, callLibrary, int64_t handle, int64_t context, int64_t function, int64_t first,
    int64_t second) {
  SESSION;
  CudaStatus status = session_use(session, POINTER(CudaContext, context));
  const int64_t arguments[LIBRARY_ARGUMENTS] = {first, second};
  return status != STATUS_SUCCESS ? -(int32_t)status : library_call(function, arguments);
}
