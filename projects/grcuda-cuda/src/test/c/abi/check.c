/* Compiles if cuda_api.h agrees with NVIDIA's header, of any release from CUDA 12.0 on. */
#include <cuda.h>

/* From CUDA 13 on these stand for their second versions; the driver still exports the first ones. */
#undef cuMemPrefetchAsync
#undef cuMemAdvise

#define CUDA_LOCATION CUmemLocation
#define CUDA_LAUNCH_CONFIG CUlaunchConfig
#define CUDA_KERNEL_NODE CUDA_KERNEL_NODE_PARAMS
#include "cuda_api.h"

#define SAME(ours, theirs) _Static_assert((long long)(ours) == (long long)(theirs), #theirs)
#define SAME_FIELD(ours, our_field, theirs, their_field)                                           \
  SAME(offsetof(ours, our_field), offsetof(theirs, their_field));                                  \
  SAME(sizeof(((ours *)0)->our_field), sizeof(((theirs *)0)->their_field))

/* The compiler refuses another type: an enumeration is compatible with the integer it is passed as. */
#define CHECK(name, parameters)                                                                    \
  static __attribute__((unused)) CudaStatus(*const check_##name) parameters = name;
#define LATER(name, parameters)

CUDA_FUNCTIONS(CHECK, LATER)

#undef CHECK
#define CHECK(name, parameters)                                                                    \
  static __attribute__((unused)) CudaStatus(*const check_##name) parameters = name
#if CUDA_VERSION < 13000
CHECK(cuMemPrefetchAsync, (CudaAddress, size_t, CudaDevice, CudaStream));
CHECK(cuMemAdvise, (CudaAddress, size_t, CudaEnum, CudaDevice));
#endif
#if CUDA_VERSION >= 12020
CHECK(cuMemPrefetchAsync_v2, (CudaAddress, size_t, CUmemLocation, unsigned int, CudaStream));
CHECK(cuMemAdvise_v2, (CudaAddress, size_t, CudaEnum, CUmemLocation));
SAME(LOCATION_HOST, CU_MEM_LOCATION_TYPE_HOST);
#endif
#if CUDA_VERSION >= 12030
CHECK(cuFuncGetName, (const char **, CudaFunction));
#endif
#if CUDA_VERSION >= 12040
CHECK(cuModuleGetFunctionCount, (unsigned int *, CudaModule));
CHECK(cuModuleEnumerateFunctions, (CudaFunction *, unsigned int, CudaModule));
CHECK(cuFuncGetParamInfo, (CudaFunction, size_t, size_t *, size_t *));
#endif

SAME(sizeof(CudaEnum), sizeof(CUresult));
SAME(sizeof(CudaDevice), sizeof(CUdevice));
SAME(sizeof(CudaAddress), sizeof(CUdeviceptr));

SAME(sizeof(CudaLocation), sizeof(CUmemLocation));
SAME_FIELD(CudaLocation, type, CUmemLocation, type);
SAME_FIELD(CudaLocation, id, CUmemLocation, id);

SAME(sizeof(CudaLaunchAttribute), sizeof(CUlaunchAttribute));
SAME_FIELD(CudaLaunchAttribute, id, CUlaunchAttribute, id);
SAME_FIELD(CudaLaunchAttribute, value, CUlaunchAttribute, value);
SAME_FIELD(CudaLaunchAttribute, value.cooperative, CUlaunchAttribute, value.cooperative);

SAME(sizeof(CudaLaunchConfig), sizeof(CUlaunchConfig));
SAME_FIELD(CudaLaunchConfig, grid_x, CUlaunchConfig, gridDimX);
SAME_FIELD(CudaLaunchConfig, grid_y, CUlaunchConfig, gridDimY);
SAME_FIELD(CudaLaunchConfig, grid_z, CUlaunchConfig, gridDimZ);
SAME_FIELD(CudaLaunchConfig, block_x, CUlaunchConfig, blockDimX);
SAME_FIELD(CudaLaunchConfig, block_y, CUlaunchConfig, blockDimY);
SAME_FIELD(CudaLaunchConfig, block_z, CUlaunchConfig, blockDimZ);
SAME_FIELD(CudaLaunchConfig, shared_bytes, CUlaunchConfig, sharedMemBytes);
SAME_FIELD(CudaLaunchConfig, stream, CUlaunchConfig, hStream);
SAME_FIELD(CudaLaunchConfig, attributes, CUlaunchConfig, attrs);
SAME_FIELD(CudaLaunchConfig, attribute_count, CUlaunchConfig, numAttrs);

SAME(sizeof(CudaKernelNode), sizeof(CUDA_KERNEL_NODE_PARAMS));
SAME_FIELD(CudaKernelNode, function, CUDA_KERNEL_NODE_PARAMS, func);
SAME_FIELD(CudaKernelNode, grid_x, CUDA_KERNEL_NODE_PARAMS, gridDimX);
SAME_FIELD(CudaKernelNode, grid_y, CUDA_KERNEL_NODE_PARAMS, gridDimY);
SAME_FIELD(CudaKernelNode, grid_z, CUDA_KERNEL_NODE_PARAMS, gridDimZ);
SAME_FIELD(CudaKernelNode, block_x, CUDA_KERNEL_NODE_PARAMS, blockDimX);
SAME_FIELD(CudaKernelNode, block_y, CUDA_KERNEL_NODE_PARAMS, blockDimY);
SAME_FIELD(CudaKernelNode, block_z, CUDA_KERNEL_NODE_PARAMS, blockDimZ);
SAME_FIELD(CudaKernelNode, shared_bytes, CUDA_KERNEL_NODE_PARAMS, sharedMemBytes);
SAME_FIELD(CudaKernelNode, parameters, CUDA_KERNEL_NODE_PARAMS, kernelParams);
SAME_FIELD(CudaKernelNode, extra, CUDA_KERNEL_NODE_PARAMS, extra);
SAME_FIELD(CudaKernelNode, kernel, CUDA_KERNEL_NODE_PARAMS, kern);
SAME_FIELD(CudaKernelNode, context, CUDA_KERNEL_NODE_PARAMS, ctx);

SAME(CAPTURE_THREAD_LOCAL, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
SAME(STATUS_SUCCESS, CUDA_SUCCESS);
SAME(STATUS_INVALID_VALUE, CUDA_ERROR_INVALID_VALUE);
SAME(STATUS_OUT_OF_MEMORY, CUDA_ERROR_OUT_OF_MEMORY);
SAME(STATUS_NOT_FOUND, CUDA_ERROR_NOT_FOUND);
SAME(STATUS_NOT_SUPPORTED, CUDA_ERROR_NOT_SUPPORTED);
SAME(LOCATION_DEVICE, CU_MEM_LOCATION_TYPE_DEVICE);
SAME(DEVICE_HOST, CU_DEVICE_CPU);
SAME(LAUNCH_ATTRIBUTE_COOPERATIVE, CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
SAME(JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER);
SAME(JIT_INFO_LOG_BUFFER_BYTES, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES);
SAME(JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER);
SAME(JIT_ERROR_LOG_BUFFER_BYTES, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
SAME(LAUNCH_PARAM_END, CU_LAUNCH_PARAM_END_AS_INT);
SAME(LAUNCH_PARAM_BUFFER_POINTER, CU_LAUNCH_PARAM_BUFFER_POINTER_AS_INT);
SAME(LAUNCH_PARAM_BUFFER_SIZE, CU_LAUNCH_PARAM_BUFFER_SIZE_AS_INT);

/* Numbers of the Java classes. */
SAME(1, CU_MEM_ATTACH_GLOBAL);
SAME(2, CU_MEM_ATTACH_HOST);
SAME(4, CU_MEM_ATTACH_SINGLE);
SAME(1, CU_MEMHOSTALLOC_PORTABLE);
SAME(1, CU_STREAM_NON_BLOCKING);
SAME(1, CU_EVENT_BLOCKING_SYNC);
SAME(2, CU_EVENT_DISABLE_TIMING);
SAME(4, CU_CTX_SCHED_BLOCKING_SYNC);
SAME(2, CU_POINTER_ATTRIBUTE_MEMORY_TYPE);
SAME(1, CU_MEMORYTYPE_HOST);
SAME(2, CU_MEMORYTYPE_DEVICE);
SAME(8, CU_POINTER_ATTRIBUTE_IS_MANAGED);
SAME(0, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
SAME(1, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
SAME(3, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
SAME(4, CU_FUNC_ATTRIBUTE_NUM_REGS);
SAME(8, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);

/* Written by the test: the enumerations of the driver contract. */
#ifdef ENUMERATIONS
#include ENUMERATIONS
#endif
