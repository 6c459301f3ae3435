/* Textures and surfaces. */
#ifndef GRCUDA_IMAGES_H
#define GRCUDA_IMAGES_H

#include <stdint.h>

#include "cuda_api.h"

/*
 * A copy of memory as an array of CUDA's, in whose layout the hardware samples and which surfaces are of. Launches that take
 * it run one after the other, whatever their streams: each waits for the one before.
 */
typedef struct Mirror Mirror;

/* Before a launch that takes it: brings it up to date, unless it holds those contents (0: not known) already. */
CudaStatus mirror_load(const CudaTable *cuda, CudaStream stream, Mirror *mirror, int64_t contents);

/* Behind the launch: copies a surface back to its memory, and marks the end of the use. */
CudaStatus mirror_store(const CudaTable *cuda, CudaStream stream, Mirror *mirror);

#endif
