/* The part of NVTX 3 that is used: numbers, tables and functions as an injection library takes them. */
#ifndef GRCUDA_NVTX_H
#define GRCUDA_NVTX_H

#include <stddef.h>
#include <stdint.h>

#include "cuda_api.h"

enum {
  NVTX_TABLE_CALLBACKS = 1,
  NVTX_TABLE_VERSION = 3,

  NVTX_CORE = 1,
  NVTX_CUDA = 2,
  NVTX_MODULES = 7,
  NVTX_MOST_FUNCTIONS = 16,

  NVTX_RANGE_PUSH = 9,
  NVTX_RANGE_POP = 11,
  NVTX_NAME_DEVICE = 1,
  NVTX_NAME_STREAM = 5
};

typedef void (*NvtxFunction)(void);

/* NvtxExportTableCallbacks. */
typedef struct {
  size_t bytes;
  int (*module_table)(unsigned int module, NvtxFunction ***table, unsigned int *count);
} NvtxCallbacks;

/* NvtxExportTableVersionInfo. */
typedef struct {
  size_t bytes;
  uint32_t version;
  uint32_t reserved;
  void (*injected_version)(uint32_t version);
} NvtxVersion;

typedef const void *(*NvtxExportTable)(uint32_t id);
typedef int (*NvtxInitialize)(NvtxExportTable tables);
typedef int (*NvtxPush)(const char *message);
typedef int (*NvtxPop)(void);
typedef void (*NvtxNameStream)(CudaStream stream, const char *name);
typedef void (*NvtxNameDevice)(CudaDevice device, const char *name);

#endif
