/*
 * Copies that the host takes part in. CUDA's own would make the caller wait for what the stream has
 * before them; these are functions that the stream calls when their turn has come.
 */
#include "copies.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  CudaAddress to;
  CudaAddress from;
  size_t bytes;
} HostCopy;

static void copy_now(void *data) {
  HostCopy *copy = data;
  memcpy((void *)(uintptr_t)copy->to, (const void *)(uintptr_t)copy->from, copy->bytes);
  free(copy);
}

/* After a fault the stream calls nothing any more, and these few bytes are lost with all else. */
CudaStatus copy_on_host(const CudaTable *cuda, CudaStream stream, CudaAddress to, CudaAddress from,
                        size_t bytes) {
  HostCopy *copy = malloc(sizeof *copy);
  if (copy == NULL) {
    return STATUS_OUT_OF_MEMORY;
  }
  *copy = (HostCopy){to, from, bytes};
  CudaStatus status = cuda->cuLaunchHostFunc(stream, copy_now, copy);
  if (status != STATUS_SUCCESS) {
    free(copy);
  }
  return status;
}

static CudaStatus upload(const CudaTable *cuda, CudaStream stream, const StagedCopy *copy,
                         size_t done, size_t bytes) {
  CudaStatus status = copy_on_host(cuda, stream, copy->staging, copy->from + done, bytes);
  return status != STATUS_SUCCESS
             ? status
             : cuda->cuMemcpyAsync(copy->to + done, copy->staging, bytes, stream);
}

static CudaStatus download(const CudaTable *cuda, CudaStream stream, const StagedCopy *copy,
                           size_t done, size_t bytes) {
  CudaStatus status = cuda->cuMemcpyAsync(copy->staging, copy->from + done, bytes, stream);
  return status != STATUS_SUCCESS
             ? status
             : copy_on_host(cuda, stream, copy->to + done, copy->staging, bytes);
}

CudaStatus copy_staged(const CudaTable *cuda, CudaStream stream, const StagedCopy *copy) {
  CudaStatus status = STATUS_SUCCESS;
  for (size_t done = 0; done < copy->bytes && status == STATUS_SUCCESS;) {
    size_t left = copy->bytes - done;
    size_t bytes = left < copy->staging_bytes ? left : copy->staging_bytes;
    status = copy->down ? download(cuda, stream, copy, done, bytes)
                        : upload(cuda, stream, copy, done, bytes);
    done += bytes;
  }
  return status;
}
