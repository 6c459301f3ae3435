/*
 * The part of the CUDA driver API that is used, as the driver exports it: names with their version
 * suffixes, types of the same layout. A test holds it against NVIDIA's cuda.h of CUDA 12 and 13.
 *
 * Enumerations are unsigned int here, which is what the C ABI passes; handles have NVIDIA's tags.
 */
#ifndef GRCUDA_CUDA_API_H
#define GRCUDA_CUDA_API_H

#include <stddef.h>

typedef unsigned int CudaEnum;
typedef CudaEnum CudaStatus;
typedef int CudaDevice;
typedef unsigned long long CudaAddress;
typedef struct CUctx_st *CudaContext;
typedef struct CUstream_st *CudaStream;
typedef struct CUevent_st *CudaEvent;
typedef struct CUmod_st *CudaModule;
typedef struct CUfunc_st *CudaFunction;
typedef struct CUgraph_st *CudaGraph;
typedef struct CUgraphNode_st *CudaGraphNode;
typedef struct CUgraphExec_st *CudaGraphExec;
typedef struct CUarray_st *CudaArray;
typedef struct CUmipmappedArray_st *CudaMipmappedArray;
/* CUtexObject and CUsurfObject. */
typedef unsigned long long CudaTexture;
typedef unsigned long long CudaSurface;
/* CUDA_RESOURCE_VIEW_DESC_v1: how a texture shows only a part of an array. None is made. */
typedef struct CUDA_RESOURCE_VIEW_DESC_st CudaView;

/* CUhostFn: runs on a thread of the driver, which must not call the driver from it. */
typedef void (*CudaHostFunction)(void *data);

/* CUmemLocation: a place of managed memory. */
typedef struct {
  CudaEnum type;
  int id;
} CudaLocation;

/* CUlaunchAttribute, of whose values two are used. */
typedef struct {
  CudaEnum id;
  char pad[4];
  union {
    char pad[64];
    int cooperative;
    unsigned int cluster[3];
  } value;
} CudaLaunchAttribute;

/* CUlaunchConfig. */
typedef struct {
  unsigned int grid_x, grid_y, grid_z;
  unsigned int block_x, block_y, block_z;
  unsigned int shared_bytes;
  CudaStream stream;
  CudaLaunchAttribute *attributes;
  unsigned int attribute_count;
} CudaLaunchConfig;

/* CUDA_KERNEL_NODE_PARAMS_v2. */
typedef struct {
  CudaFunction function;
  unsigned int grid_x, grid_y, grid_z;
  unsigned int block_x, block_y, block_z;
  unsigned int shared_bytes;
  void **parameters;
  void **extra;
  void *kernel;
  CudaContext context;
} CudaKernelNode;

/* CUDA_ARRAY3D_DESCRIPTOR_v2. */
typedef struct {
  size_t width, height, depth;
  CudaEnum format;
  unsigned int channels;
  unsigned int flags;
} CudaArrayDescriptor;

/* CUDA_MEMCPY3D_v2. */
typedef struct {
  size_t from_x, from_y, from_z, from_level;
  CudaEnum from_type;
  const void *from_host;
  CudaAddress from_device;
  CudaArray from_array;
  void *reserved0;
  size_t from_pitch, from_height;
  size_t to_x, to_y, to_z, to_level;
  CudaEnum to_type;
  void *to_host;
  CudaAddress to_device;
  CudaArray to_array;
  void *reserved1;
  size_t to_pitch, to_height;
  size_t width, height, depth; /* the width in bytes */
} CudaCopy3D;

/* CUDA_RESOURCE_DESC_v1. */
typedef struct {
  CudaEnum type;
  union {
    struct {
      CudaArray array;
    } array;
    struct {
      CudaMipmappedArray array;
    } mipmap;
    struct {
      CudaAddress address;
      CudaEnum format;
      unsigned int channels;
      size_t bytes;
    } linear;
    struct {
      CudaAddress address;
      CudaEnum format;
      unsigned int channels;
      size_t width, height, pitch;
    } pitch2d;
    int reserved[32];
  } of;
  unsigned int flags;
} CudaResource;

/* CUDA_TEXTURE_DESC_v1. */
typedef struct {
  CudaEnum address[3];
  CudaEnum filter;
  unsigned int flags;
  unsigned int anisotropy;
  CudaEnum mipmap_filter;
  float bias, min_level, max_level;
  float border[4];
  int reserved[12];
} CudaSampler;

/* The check against NVIDIA's header compares functions with its own structs in their places. */
#ifndef CUDA_LOCATION
#define CUDA_ARRAY_DESCRIPTOR CudaArrayDescriptor
#define CUDA_COPY_3D CudaCopy3D
#define CUDA_RESOURCE CudaResource
#define CUDA_SAMPLER CudaSampler
#define CUDA_KERNEL_NODE CudaKernelNode
#define CUDA_LOCATION CudaLocation
#define CUDA_LAUNCH_CONFIG CudaLaunchConfig
#endif

enum {
  STATUS_SUCCESS = 0,
  STATUS_INVALID_VALUE = 1,
  STATUS_OUT_OF_MEMORY = 2,
  STATUS_INVALID_DEVICE = 101,
  STATUS_INVALID_CONTEXT = 201,
  STATUS_INVALID_HANDLE = 400,
  STATUS_NOT_FOUND = 500,
  STATUS_NOT_READY = 600,
  STATUS_NOT_SUPPORTED = 801,

  LOCATION_DEVICE = 1,
  LOCATION_HOST = 2,
  /* CU_DEVICE_CPU, the host as a place in the first versions of prefetch and advise. */
  DEVICE_HOST = -1,

  LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
  LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,

  CAPTURE_THREAD_LOCAL = 1,

  MEMORY_DEVICE = 2,
  MEMORY_ARRAY = 3,

  RESOURCE_ARRAY = 0,
  RESOURCE_MIPMAPPED_ARRAY = 1,
  RESOURCE_LINEAR = 2,
  RESOURCE_PITCH_2D = 3,

  EVENT_DISABLE_TIMING = 2,

  JIT_INFO_LOG_BUFFER = 3,
  JIT_INFO_LOG_BUFFER_BYTES = 4,
  JIT_ERROR_LOG_BUFFER = 5,
  JIT_ERROR_LOG_BUFFER_BYTES = 6,

  LAUNCH_PARAM_END = 0,
  LAUNCH_PARAM_BUFFER_POINTER = 1,
  LAUNCH_PARAM_BUFFER_SIZE = 2
};

/*
 * F(name, parameters): functions that every driver from CUDA 12.0 (R525) on exports.
 * O(name, parameters): those that only some do; what needs them is refused or done otherwise.
 */
#define CUDA_FUNCTIONS(F, O)                                                                       \
  F(cuInit, (unsigned int flags))                                                                  \
  F(cuDriverGetVersion, (int *version))                                                            \
  F(cuGetErrorName, (CudaStatus status, const char **name))                                        \
  F(cuGetErrorString, (CudaStatus status, const char **text))                                      \
  F(cuDeviceGetCount, (int *count))                                                                \
  F(cuDeviceGet, (CudaDevice *device, int ordinal))                                                \
  F(cuDeviceGetName, (char *name, int bytes, CudaDevice device))                                   \
  F(cuDeviceTotalMem_v2, (size_t *bytes, CudaDevice device))                                       \
  F(cuDeviceGetAttribute, (int *value, CudaEnum attribute, CudaDevice device))                     \
  F(cuDeviceCanAccessPeer, (int *can, CudaDevice device, CudaDevice peer))                         \
  F(cuDevicePrimaryCtxRetain, (CudaContext *context, CudaDevice device))                           \
  F(cuDevicePrimaryCtxRelease_v2, (CudaDevice device))                                             \
  F(cuDevicePrimaryCtxSetFlags_v2, (CudaDevice device, unsigned int flags))                        \
  F(cuCtxSetCurrent, (CudaContext context))                                                        \
  F(cuCtxGetCurrent, (CudaContext * context))                                                      \
  F(cuCtxSynchronize, (void))                                                                      \
  F(cuCtxEnablePeerAccess, (CudaContext peer, unsigned int flags))                                 \
  F(cuCtxGetLimit, (size_t *value, CudaEnum limit))                                                \
  F(cuCtxSetLimit, (CudaEnum limit, size_t value))                                                 \
  F(cuMemGetInfo_v2, (size_t *free, size_t *total))                                                \
  F(cuMemAlloc_v2, (CudaAddress *address, size_t bytes))                                           \
  F(cuMemFree_v2, (CudaAddress address))                                                           \
  F(cuMemAllocManaged, (CudaAddress *address, size_t bytes, unsigned int flags))                   \
  F(cuMemHostAlloc, (void **address, size_t bytes, unsigned int flags))                            \
  F(cuMemFreeHost, (void *address))                                                                \
  F(cuPointerGetAttribute, (void *value, CudaEnum attribute, CudaAddress address))                 \
  F(cuMemcpyAsync, (CudaAddress to, CudaAddress from, size_t bytes, CudaStream stream))            \
  F(cuMemsetD8Async, (CudaAddress to, unsigned char value, size_t count, CudaStream stream))       \
  F(cuMemsetD16Async, (CudaAddress to, unsigned short value, size_t count, CudaStream stream))     \
  F(cuMemsetD32Async, (CudaAddress to, unsigned int value, size_t count, CudaStream stream))       \
  O(cuMemPrefetchAsync,                                                                            \
    (CudaAddress address, size_t bytes, CudaDevice place, CudaStream stream))                      \
  O(cuMemPrefetchAsync_v2, (CudaAddress address, size_t bytes, CUDA_LOCATION place,                \
                            unsigned int flags, CudaStream stream))                                \
  O(cuMemAdvise, (CudaAddress address, size_t bytes, CudaEnum advice, CudaDevice place))           \
  O(cuMemAdvise_v2, (CudaAddress address, size_t bytes, CudaEnum advice, CUDA_LOCATION place))     \
  F(cuStreamAttachMemAsync,                                                                        \
    (CudaStream stream, CudaAddress address, size_t bytes, unsigned int flags))                    \
  F(cuStreamCreate, (CudaStream * stream, unsigned int flags))                                     \
  F(cuStreamDestroy_v2, (CudaStream stream))                                                       \
  F(cuStreamQuery, (CudaStream stream))                                                            \
  F(cuStreamSynchronize, (CudaStream stream))                                                      \
  F(cuStreamWaitEvent, (CudaStream stream, CudaEvent event, unsigned int flags))                   \
  F(cuEventCreate, (CudaEvent * event, unsigned int flags))                                        \
  F(cuEventDestroy_v2, (CudaEvent event))                                                          \
  F(cuEventRecord, (CudaEvent event, CudaStream stream))                                           \
  F(cuEventQuery, (CudaEvent event))                                                               \
  F(cuEventSynchronize, (CudaEvent event))                                                         \
  F(cuEventElapsedTime, (float *milliseconds, CudaEvent start, CudaEvent end))                     \
  F(cuModuleLoadDataEx, (CudaModule * module, const void *image, unsigned int option_count,        \
                         CudaEnum *options, void **values))                                        \
  F(cuModuleUnload, (CudaModule module))                                                           \
  F(cuModuleGetFunction, (CudaFunction * function, CudaModule module, const char *name))           \
  F(cuModuleGetGlobal_v2,                                                                          \
    (CudaAddress *address, size_t *bytes, CudaModule module, const char *name))                    \
  O(cuModuleGetFunctionCount, (unsigned int *count, CudaModule module))                            \
  O(cuModuleEnumerateFunctions,                                                                    \
    (CudaFunction *functions, unsigned int count, CudaModule module))                              \
  O(cuFuncGetName, (const char **name, CudaFunction function))                                     \
  O(cuFuncGetParamInfo, (CudaFunction function, size_t index, size_t *offset, size_t *bytes))      \
  F(cuFuncGetAttribute, (int *value, CudaEnum attribute, CudaFunction function))                   \
  F(cuFuncSetAttribute, (CudaFunction function, CudaEnum attribute, int value))                    \
  F(cuOccupancyMaxActiveBlocksPerMultiprocessor,                                                   \
    (int *blocks, CudaFunction function, int block_size, size_t shared_bytes))                     \
  F(cuOccupancyMaxPotentialBlockSize,                                                              \
    (int *grid_size, int *block_size, CudaFunction function, size_t (*shared_bytes_of)(int),       \
     size_t shared_bytes, int limit))                                                              \
  F(cuLaunchKernel,                                                                                \
    (CudaFunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,         \
     unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,  \
     CudaStream stream, void **parameters, void **extra))                                          \
  F(cuLaunchKernelEx, (const CUDA_LAUNCH_CONFIG *config, CudaFunction function,                    \
                       void **parameters, void **extra))                                           \
  F(cuLaunchHostFunc, (CudaStream stream, CudaHostFunction function, void *data))                  \
  F(cuStreamBeginCapture_v2, (CudaStream stream, CudaEnum mode))                                   \
  F(cuStreamEndCapture, (CudaStream stream, CudaGraph * graph))                                    \
  F(cuGraphCreate, (CudaGraph * graph, unsigned int flags))                                        \
  F(cuGraphAddKernelNode_v2, (CudaGraphNode * node, CudaGraph graph, const CudaGraphNode *parents, \
                              size_t count, const CUDA_KERNEL_NODE *kernel))                       \
  F(cuGraphInstantiateWithFlags,                                                                   \
    (CudaGraphExec * executable, CudaGraph graph, unsigned long long flags))                       \
  F(cuGraphExecKernelNodeSetParams_v2,                                                             \
    (CudaGraphExec executable, CudaGraphNode node, const CUDA_KERNEL_NODE *kernel))                \
  F(cuGraphLaunch, (CudaGraphExec executable, CudaStream stream))                                  \
  F(cuGraphExecDestroy, (CudaGraphExec executable))                                                \
  F(cuGraphDestroy, (CudaGraph graph))                                                             \
  F(cuArray3DCreate_v2, (CudaArray * array, const CUDA_ARRAY_DESCRIPTOR *descriptor))              \
  F(cuArrayDestroy, (CudaArray array))                                                             \
  F(cuMipmappedArrayCreate,                                                                        \
    (CudaMipmappedArray * array, const CUDA_ARRAY_DESCRIPTOR *descriptor, unsigned int levels))    \
  F(cuMipmappedArrayGetLevel, (CudaArray * array, CudaMipmappedArray of, unsigned int level))      \
  F(cuMipmappedArrayDestroy, (CudaMipmappedArray array))                                           \
  F(cuMemcpy3DAsync_v2, (const CUDA_COPY_3D *copy, CudaStream stream))                             \
  F(cuTexObjectCreate, (CudaTexture * texture, const CUDA_RESOURCE *resource,                      \
                        const CUDA_SAMPLER *sampler, const CudaView *view))                        \
  F(cuTexObjectDestroy, (CudaTexture texture))                                                     \
  F(cuSurfObjectCreate, (CudaSurface * surface, const CUDA_RESOURCE *resource))                    \
  F(cuSurfObjectDestroy, (CudaSurface surface))

/* The functions of a loaded driver; null where it lacks an optional one. */
typedef struct {
#define CUDA_FIELD(name, parameters) CudaStatus(*name) parameters;
  CUDA_FUNCTIONS(CUDA_FIELD, CUDA_FIELD)
#undef CUDA_FIELD
} CudaTable;

#endif
