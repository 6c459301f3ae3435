/* Copies that the host takes part in, in the order of a stream. */
#ifndef GRCUDA_COPIES_H
#define GRCUDA_COPIES_H

#include "cuda_api.h"

/* A copy between a device and host memory that CUDA does not know, by way of memory that it does. */
typedef struct {
  CudaAddress to;
  CudaAddress from;
  size_t bytes;
  /* Page-locked memory that only this stream uses. */
  CudaAddress staging;
  size_t staging_bytes;
  /* Whether the device is the source. */
  int down;
} StagedCopy;

/* Between two places of the host. */
CudaStatus copy_on_host(const CudaTable *cuda, CudaStream stream, CudaAddress to, CudaAddress from,
                        size_t bytes);

CudaStatus copy_staged(const CudaTable *cuda, CudaStream stream, const StagedCopy *copy);

#endif
