/* Textures and surfaces: objects over memory itself, and over mirrors, which are copied around launches. */
#include "images.h"

#include <stdlib.h>
#include <string.h>

#include "exported.h"
#include "session.h"

#define POINTER(type, value) ((type)(intptr_t)(value))

/* A side of a level has at most 2^31 - 1 texels. */
enum { MOST_LEVELS = 31 };

struct Mirror {
  CudaArray levels[MOST_LEVELS];
  CudaMipmappedArray chain; /* whose levels they are; null: one array */
  unsigned int level_count;
  CudaEvent last; /* recorded behind the last launch that took it */
  int64_t uses; /* launches that took it, up to last */
  int is_surface;
  int is_volume; /* whether its depth halves from level to level; layers do not */
  size_t width, height, depth;
  size_t texel_bytes;
  CudaAddress address;
  int64_t contents; /* what it holds; 0: not known */
};

/* The words that describe an image, in the order of org.grcuda.cuda.ImageWords. */
typedef struct {
  int64_t resource; /* RESOURCE_ARRAY: a mirror */
  int64_t address;
  int64_t width, height, depth, levels;
  int64_t array_flags;
  int64_t format, channels, texel_bytes;
  int64_t is_surface, is_volume;
  int64_t modes[3];
  int64_t filter, flags, mipmap_filter;
  int64_t bias, min_level, max_level; /* the bits of floats, as the border's */
  int64_t border[4];
} ImageWords;

/* What is made, as Java reads it. */
typedef struct {
  int64_t object;
  int64_t mirror;
  int64_t call; /* the function that failed: its place among CALLS of Java */
} Made;

enum { CALL_ARRAY, CALL_MIPMAPPED, CALL_LEVEL, CALL_EVENT, CALL_TEXTURE, CALL_SURFACE };

static float as_float(int64_t word) {
  float value;
  uint32_t bits = (uint32_t)(uint64_t)word;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static CudaStatus make_array(const CudaTable *cuda, const ImageWords *words, Mirror *mirror, Made *made) {
  CudaArrayDescriptor descriptor = {(size_t)words->width,     (size_t)words->height,
                                    (size_t)words->depth,     (CudaEnum)words->format,
                                    (unsigned int)words->channels, (unsigned int)words->array_flags};
  if (words->levels == 1) {
    made->call = CALL_ARRAY;
    return cuda->cuArray3DCreate_v2(&mirror->levels[0], &descriptor);
  }
  made->call = CALL_MIPMAPPED;
  CudaStatus status = cuda->cuMipmappedArrayCreate(&mirror->chain, &descriptor, mirror->level_count);
  for (unsigned int level = 0; level < mirror->level_count && status == STATUS_SUCCESS; level++) {
    made->call = CALL_LEVEL;
    status = cuda->cuMipmappedArrayGetLevel(&mirror->levels[level], mirror->chain, level);
  }
  return status;
}

/* Nobody uses it. Destroys all of it; returns the first error. */
static CudaStatus mirror_destroy(const CudaTable *cuda, Mirror *mirror) {
  CudaStatus first = mirror->last == NULL ? STATUS_SUCCESS : cuda->cuEventDestroy_v2(mirror->last);
  CudaStatus status = STATUS_SUCCESS;
  if (mirror->chain != NULL) {
    status = cuda->cuMipmappedArrayDestroy(mirror->chain);
  } else if (mirror->levels[0] != NULL) {
    status = cuda->cuArrayDestroy(mirror->levels[0]);
  }
  free(mirror);
  return first != STATUS_SUCCESS ? first : status;
}

static size_t at_least_one(int64_t size) {
  return size < 1 ? 1 : (size_t)size;
}

static CudaStatus make_mirror(const CudaTable *cuda, const ImageWords *words, Made *made) {
  Mirror *mirror = words->levels > MOST_LEVELS ? NULL : calloc(1, sizeof *mirror);
  made->call = CALL_ARRAY;
  if (mirror == NULL) {
    return STATUS_OUT_OF_MEMORY;
  }
  mirror->level_count = (unsigned int)words->levels;
  mirror->is_surface = words->is_surface != 0;
  mirror->is_volume = words->is_volume != 0;
  mirror->width = (size_t)words->width;
  mirror->height = at_least_one(words->height);
  mirror->depth = at_least_one(words->depth);
  mirror->texel_bytes = (size_t)words->texel_bytes;
  mirror->address = (CudaAddress)words->address;
  CudaStatus status = make_array(cuda, words, mirror, made);
  if (status == STATUS_SUCCESS) {
    made->call = CALL_EVENT;
    status = cuda->cuEventCreate(&mirror->last, EVENT_DISABLE_TIMING);
  }
  if (status != STATUS_SUCCESS) {
    (void)mirror_destroy(cuda, mirror);
    return status;
  }
  made->mirror = (int64_t)(intptr_t)mirror;
  return status;
}

static CudaResource resource_of(const ImageWords *words, const Mirror *mirror) {
  CudaResource resource;
  memset(&resource, 0, sizeof resource);
  resource.type = (CudaEnum)words->resource;
  if (words->resource == RESOURCE_LINEAR) {
    resource.of.linear.address = (CudaAddress)words->address;
    resource.of.linear.format = (CudaEnum)words->format;
    resource.of.linear.channels = (unsigned int)words->channels;
    resource.of.linear.bytes = (size_t)(words->width * words->texel_bytes);
  } else if (words->resource == RESOURCE_PITCH_2D) {
    resource.of.pitch2d.address = (CudaAddress)words->address;
    resource.of.pitch2d.format = (CudaEnum)words->format;
    resource.of.pitch2d.channels = (unsigned int)words->channels;
    resource.of.pitch2d.width = (size_t)words->width;
    resource.of.pitch2d.height = (size_t)words->height;
    resource.of.pitch2d.pitch = (size_t)(words->width * words->texel_bytes);
  } else if (mirror->chain != NULL && !mirror->is_surface) {
    resource.type = RESOURCE_MIPMAPPED_ARRAY;
    resource.of.mipmap.array = mirror->chain;
  } else {
    resource.of.array.array = mirror->levels[0];
  }
  return resource;
}

static CudaSampler sampler_of(const ImageWords *words) {
  CudaSampler sampler;
  memset(&sampler, 0, sizeof sampler);
  for (int axis = 0; axis < 3; axis++) {
    sampler.address[axis] = (CudaEnum)words->modes[axis];
  }
  sampler.filter = (CudaEnum)words->filter;
  sampler.flags = (unsigned int)words->flags;
  sampler.anisotropy = 1;
  sampler.mipmap_filter = (CudaEnum)words->mipmap_filter;
  sampler.bias = as_float(words->bias);
  sampler.min_level = as_float(words->min_level);
  sampler.max_level = as_float(words->max_level);
  for (int channel = 0; channel < 4; channel++) {
    sampler.border[channel] = as_float(words->border[channel]);
  }
  return sampler;
}

/* words: as ImageWords. out: as Made; nothing is left behind if it fails. */
JNI(int32_t, createImage, int64_t handle, int64_t context, int64_t words_address, int64_t out) {
  const Session *session = POINTER(const Session *, handle);
  const CudaTable *cuda = &session->cuda;
  const ImageWords *words = POINTER(const ImageWords *, words_address);
  Made *made = POINTER(Made *, out);
  *made = (Made){0, 0, words->is_surface ? CALL_SURFACE : CALL_TEXTURE};
  CudaStatus status = session_use(session, POINTER(CudaContext, context));
  if (status == STATUS_SUCCESS && words->resource == RESOURCE_ARRAY) {
    status = make_mirror(cuda, words, made);
  }
  if (status != STATUS_SUCCESS) {
    return (int32_t)status;
  }
  Mirror *mirror = POINTER(Mirror *, made->mirror);
  CudaResource resource = resource_of(words, mirror);
  CudaSampler sampler = sampler_of(words);
  made->call = words->is_surface ? CALL_SURFACE : CALL_TEXTURE;
  CudaTexture object = 0;
  status = words->is_surface ? cuda->cuSurfObjectCreate(&object, &resource)
                             : cuda->cuTexObjectCreate(&object, &resource, &sampler, NULL);
  made->object = (int64_t)object;
  if (status != STATUS_SUCCESS && mirror != NULL) {
    (void)mirror_destroy(cuda, mirror);
    made->mirror = 0;
  }
  return (int32_t)status;
}

/*
 * Destroys an object, and its mirror if that is not 0, which no launch uses. The mirror of an object that cannot be destroyed
 * stays. Returns the first error.
 */
JNI(int32_t, destroyImage, int64_t handle, int64_t context, int64_t object, int64_t mirror,
    int32_t is_surface) {
  const Session *session = POINTER(const Session *, handle);
  const CudaTable *cuda = &session->cuda;
  CudaStatus status = session_use(session, POINTER(CudaContext, context));
  if (status != STATUS_SUCCESS) {
    return (int32_t)status;
  }
  status = is_surface ? cuda->cuSurfObjectDestroy((CudaSurface)object)
                      : cuda->cuTexObjectDestroy((CudaTexture)object);
  return (int32_t)(status != STATUS_SUCCESS || mirror == 0
                       ? status
                       : mirror_destroy(cuda, POINTER(Mirror *, mirror)));
}

/*
 * Whether no launch that took the mirror is unfinished: cuEventQuery. asked_for: launches that are to take it, as they were counted
 * when they asked for it, of which some may not be enqueued yet; below 0: all are.
 */
JNI(int32_t, queryMirror, int64_t handle, int64_t context, int64_t mirror, int64_t asked_for) {
  const Session *session = POINTER(const Session *, handle);
  CudaStatus status = session_use(session, POINTER(CudaContext, context));
  const Mirror *asked = POINTER(const Mirror *, mirror);
  if (asked_for >= 0 && asked->uses != asked_for) {
    return STATUS_NOT_READY;
  }
  return (int32_t)(status != STATUS_SUCCESS || asked->uses == 0
                       ? status
                       : session->cuda.cuEventQuery(asked->last));
}

/* ---- around launches ---- */

static size_t halved(size_t size, unsigned int level) {
  size_t left = size >> level;
  return left == 0 ? 1 : left;
}

/* A level, whose texels lie densely at an address, and how it is copied: to the array, or from it. */
static CudaStatus copy_level(const CudaTable *cuda, CudaStream stream, const Mirror *mirror,
                             unsigned int level, CudaAddress address, int back) {
  CudaCopy3D copy;
  memset(&copy, 0, sizeof copy);
  size_t height = halved(mirror->height, level);
  copy.width = halved(mirror->width, level) * mirror->texel_bytes;
  copy.height = height;
  copy.depth = mirror->is_volume ? halved(mirror->depth, level) : mirror->depth;
  if (back) {
    copy.from_type = MEMORY_ARRAY;
    copy.from_array = mirror->levels[level];
    copy.to_type = MEMORY_DEVICE;
    copy.to_device = address;
    copy.to_pitch = copy.width;
    copy.to_height = height;
  } else {
    copy.from_type = MEMORY_DEVICE;
    copy.from_device = address;
    copy.from_pitch = copy.width;
    copy.from_height = height;
    copy.to_type = MEMORY_ARRAY;
    copy.to_array = mirror->levels[level];
  }
  return cuda->cuMemcpy3DAsync_v2(&copy, stream);
}

static size_t level_bytes(const Mirror *mirror, unsigned int level) {
  size_t depth = mirror->is_volume ? halved(mirror->depth, level) : mirror->depth;
  return halved(mirror->width, level) * halved(mirror->height, level) * depth * mirror->texel_bytes;
}

CudaStatus mirror_load(const CudaTable *cuda, CudaStream stream, Mirror *mirror, int64_t contents) {
  CudaStatus status =
      mirror->uses > 0 ? cuda->cuStreamWaitEvent(stream, mirror->last, 0) : STATUS_SUCCESS;
  if (status != STATUS_SUCCESS || (contents != 0 && contents == mirror->contents)) {
    return status;
  }
  mirror->contents = 0;
  CudaAddress address = mirror->address;
  for (unsigned int level = 0; level < mirror->level_count && status == STATUS_SUCCESS; level++) {
    status = copy_level(cuda, stream, mirror, level, address, 0);
    address += level_bytes(mirror, level);
  }
  mirror->contents = status == STATUS_SUCCESS ? contents : 0;
  return status;
}

/* Surfaces are of the first level. */
CudaStatus mirror_store(const CudaTable *cuda, CudaStream stream, Mirror *mirror) {
  CudaStatus status = STATUS_SUCCESS;
  if (mirror->is_surface) {
    mirror->contents = 0;
    status = copy_level(cuda, stream, mirror, 0, mirror->address, 1);
  }
  if (status == STATUS_SUCCESS) {
    status = cuda->cuEventRecord(mirror->last, stream);
    mirror->uses++;
  }
  return status;
}
