/* Compiles if cuda_api.h agrees with NVIDIA's header, of any release from CUDA 12.0 on. */
#include <cuda.h>

/* From CUDA 13 on these stand for their second versions; the driver still exports the first ones. */
#undef cuMemPrefetchAsync
#undef cuMemAdvise

#define CUDA_LOCATION CUmemLocation
#define CUDA_LAUNCH_CONFIG CUlaunchConfig
#define CUDA_KERNEL_NODE CUDA_KERNEL_NODE_PARAMS
#define CUDA_ARRAY_DESCRIPTOR CUDA_ARRAY3D_DESCRIPTOR
#define CUDA_COPY_3D CUDA_MEMCPY3D
#define CUDA_RESOURCE CUDA_RESOURCE_DESC
#define CUDA_SAMPLER CUDA_TEXTURE_DESC
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
SAME_FIELD(CudaLaunchAttribute, value.cluster, CUlaunchAttribute, value.clusterDim);

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

SAME(sizeof(CudaArrayDescriptor), sizeof(CUDA_ARRAY3D_DESCRIPTOR));
SAME_FIELD(CudaArrayDescriptor, width, CUDA_ARRAY3D_DESCRIPTOR, Width);
SAME_FIELD(CudaArrayDescriptor, height, CUDA_ARRAY3D_DESCRIPTOR, Height);
SAME_FIELD(CudaArrayDescriptor, depth, CUDA_ARRAY3D_DESCRIPTOR, Depth);
SAME_FIELD(CudaArrayDescriptor, format, CUDA_ARRAY3D_DESCRIPTOR, Format);
SAME_FIELD(CudaArrayDescriptor, channels, CUDA_ARRAY3D_DESCRIPTOR, NumChannels);
SAME_FIELD(CudaArrayDescriptor, flags, CUDA_ARRAY3D_DESCRIPTOR, Flags);

SAME(sizeof(CudaCopy3D), sizeof(CUDA_MEMCPY3D));
SAME_FIELD(CudaCopy3D, reserved0, CUDA_MEMCPY3D, reserved0);
SAME_FIELD(CudaCopy3D, reserved1, CUDA_MEMCPY3D, reserved1);
SAME_FIELD(CudaCopy3D, width, CUDA_MEMCPY3D, WidthInBytes);
SAME_FIELD(CudaCopy3D, height, CUDA_MEMCPY3D, Height);
SAME_FIELD(CudaCopy3D, depth, CUDA_MEMCPY3D, Depth);
SAME_FIELD(CudaCopy3D, from_x, CUDA_MEMCPY3D, srcXInBytes);
SAME_FIELD(CudaCopy3D, from_y, CUDA_MEMCPY3D, srcY);
SAME_FIELD(CudaCopy3D, from_z, CUDA_MEMCPY3D, srcZ);
SAME_FIELD(CudaCopy3D, from_level, CUDA_MEMCPY3D, srcLOD);
SAME_FIELD(CudaCopy3D, from_type, CUDA_MEMCPY3D, srcMemoryType);
SAME_FIELD(CudaCopy3D, from_host, CUDA_MEMCPY3D, srcHost);
SAME_FIELD(CudaCopy3D, from_device, CUDA_MEMCPY3D, srcDevice);
SAME_FIELD(CudaCopy3D, from_array, CUDA_MEMCPY3D, srcArray);
SAME_FIELD(CudaCopy3D, from_pitch, CUDA_MEMCPY3D, srcPitch);
SAME_FIELD(CudaCopy3D, from_height, CUDA_MEMCPY3D, srcHeight);
SAME_FIELD(CudaCopy3D, to_x, CUDA_MEMCPY3D, dstXInBytes);
SAME_FIELD(CudaCopy3D, to_y, CUDA_MEMCPY3D, dstY);
SAME_FIELD(CudaCopy3D, to_z, CUDA_MEMCPY3D, dstZ);
SAME_FIELD(CudaCopy3D, to_level, CUDA_MEMCPY3D, dstLOD);
SAME_FIELD(CudaCopy3D, to_type, CUDA_MEMCPY3D, dstMemoryType);
SAME_FIELD(CudaCopy3D, to_host, CUDA_MEMCPY3D, dstHost);
SAME_FIELD(CudaCopy3D, to_device, CUDA_MEMCPY3D, dstDevice);
SAME_FIELD(CudaCopy3D, to_array, CUDA_MEMCPY3D, dstArray);
SAME_FIELD(CudaCopy3D, to_pitch, CUDA_MEMCPY3D, dstPitch);
SAME_FIELD(CudaCopy3D, to_height, CUDA_MEMCPY3D, dstHeight);

SAME(sizeof(CudaResource), sizeof(CUDA_RESOURCE_DESC));
SAME_FIELD(CudaResource, type, CUDA_RESOURCE_DESC, resType);
SAME_FIELD(CudaResource, of.array.array, CUDA_RESOURCE_DESC, res.array.hArray);
SAME_FIELD(CudaResource, of.mipmap.array, CUDA_RESOURCE_DESC, res.mipmap.hMipmappedArray);
SAME_FIELD(CudaResource, of.linear.address, CUDA_RESOURCE_DESC, res.linear.devPtr);
SAME_FIELD(CudaResource, of.linear.format, CUDA_RESOURCE_DESC, res.linear.format);
SAME_FIELD(CudaResource, of.linear.channels, CUDA_RESOURCE_DESC, res.linear.numChannels);
SAME_FIELD(CudaResource, of.linear.bytes, CUDA_RESOURCE_DESC, res.linear.sizeInBytes);
SAME_FIELD(CudaResource, of.pitch2d.address, CUDA_RESOURCE_DESC, res.pitch2D.devPtr);
SAME_FIELD(CudaResource, of.pitch2d.format, CUDA_RESOURCE_DESC, res.pitch2D.format);
SAME_FIELD(CudaResource, of.pitch2d.channels, CUDA_RESOURCE_DESC, res.pitch2D.numChannels);
SAME_FIELD(CudaResource, of.pitch2d.width, CUDA_RESOURCE_DESC, res.pitch2D.width);
SAME_FIELD(CudaResource, of.pitch2d.height, CUDA_RESOURCE_DESC, res.pitch2D.height);
SAME_FIELD(CudaResource, of.pitch2d.pitch, CUDA_RESOURCE_DESC, res.pitch2D.pitchInBytes);
SAME_FIELD(CudaResource, flags, CUDA_RESOURCE_DESC, flags);

SAME(sizeof(CudaSampler), sizeof(CUDA_TEXTURE_DESC));
SAME_FIELD(CudaSampler, address, CUDA_TEXTURE_DESC, addressMode);
SAME_FIELD(CudaSampler, filter, CUDA_TEXTURE_DESC, filterMode);
SAME_FIELD(CudaSampler, flags, CUDA_TEXTURE_DESC, flags);
SAME_FIELD(CudaSampler, anisotropy, CUDA_TEXTURE_DESC, maxAnisotropy);
SAME_FIELD(CudaSampler, mipmap_filter, CUDA_TEXTURE_DESC, mipmapFilterMode);
SAME_FIELD(CudaSampler, bias, CUDA_TEXTURE_DESC, mipmapLevelBias);
SAME_FIELD(CudaSampler, min_level, CUDA_TEXTURE_DESC, minMipmapLevelClamp);
SAME_FIELD(CudaSampler, max_level, CUDA_TEXTURE_DESC, maxMipmapLevelClamp);
SAME_FIELD(CudaSampler, border, CUDA_TEXTURE_DESC, borderColor);
SAME_FIELD(CudaSampler, reserved, CUDA_TEXTURE_DESC, reserved);

SAME(sizeof(CudaTexture), sizeof(CUtexObject));
SAME(sizeof(CudaSurface), sizeof(CUsurfObject));

SAME(CAPTURE_THREAD_LOCAL, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
SAME(STATUS_SUCCESS, CUDA_SUCCESS);
SAME(STATUS_INVALID_VALUE, CUDA_ERROR_INVALID_VALUE);
SAME(STATUS_OUT_OF_MEMORY, CUDA_ERROR_OUT_OF_MEMORY);
SAME(STATUS_NOT_FOUND, CUDA_ERROR_NOT_FOUND);
SAME(STATUS_NOT_READY, CUDA_ERROR_NOT_READY);
SAME(STATUS_NOT_SUPPORTED, CUDA_ERROR_NOT_SUPPORTED);
SAME(LOCATION_DEVICE, CU_MEM_LOCATION_TYPE_DEVICE);
SAME(DEVICE_HOST, CU_DEVICE_CPU);
SAME(LAUNCH_ATTRIBUTE_COOPERATIVE, CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
SAME(LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
SAME(JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER);
SAME(JIT_INFO_LOG_BUFFER_BYTES, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES);
SAME(JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER);
SAME(JIT_ERROR_LOG_BUFFER_BYTES, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
SAME(LAUNCH_PARAM_END, CU_LAUNCH_PARAM_END_AS_INT);
SAME(LAUNCH_PARAM_BUFFER_POINTER, CU_LAUNCH_PARAM_BUFFER_POINTER_AS_INT);
SAME(LAUNCH_PARAM_BUFFER_SIZE, CU_LAUNCH_PARAM_BUFFER_SIZE_AS_INT);

SAME(MEMORY_DEVICE, CU_MEMORYTYPE_DEVICE);
SAME(MEMORY_ARRAY, CU_MEMORYTYPE_ARRAY);
SAME(RESOURCE_ARRAY, CU_RESOURCE_TYPE_ARRAY);
SAME(RESOURCE_MIPMAPPED_ARRAY, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY);
SAME(RESOURCE_LINEAR, CU_RESOURCE_TYPE_LINEAR);
SAME(RESOURCE_PITCH_2D, CU_RESOURCE_TYPE_PITCH2D);
SAME(EVENT_DISABLE_TIMING, CU_EVENT_DISABLE_TIMING);

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
SAME(14, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
SAME(1, CU_AD_FORMAT_UNSIGNED_INT8);
SAME(2, CU_AD_FORMAT_UNSIGNED_INT16);
SAME(3, CU_AD_FORMAT_UNSIGNED_INT32);
SAME(8, CU_AD_FORMAT_SIGNED_INT8);
SAME(9, CU_AD_FORMAT_SIGNED_INT16);
SAME(10, CU_AD_FORMAT_SIGNED_INT32);
SAME(16, CU_AD_FORMAT_HALF);
SAME(32, CU_AD_FORMAT_FLOAT);
SAME(0, CU_TR_ADDRESS_MODE_WRAP);
SAME(1, CU_TR_ADDRESS_MODE_CLAMP);
SAME(2, CU_TR_ADDRESS_MODE_MIRROR);
SAME(3, CU_TR_ADDRESS_MODE_BORDER);
SAME(0, CU_TR_FILTER_MODE_POINT);
SAME(1, CU_TR_FILTER_MODE_LINEAR);
SAME(1, CU_TRSF_READ_AS_INTEGER);
SAME(2, CU_TRSF_NORMALIZED_COORDINATES);
SAME(16, CU_TRSF_SRGB);
SAME(1, CUDA_ARRAY3D_LAYERED);
SAME(2, CUDA_ARRAY3D_SURFACE_LDST);
SAME(4, CUDA_ARRAY3D_CUBEMAP);
SAME(8, CUDA_ARRAY3D_TEXTURE_GATHER);

/* Written by the test: the enumerations of the driver contract. */
#ifdef ENUMERATIONS
#include ENUMERATIONS
#endif
