/*
 * Kernels that a program executes for the double: a launch as 8-byte words, of which pointers are the double's own places. The
 * program reads and writes memory there, and returns a CUresult, with a text where the double has room for one.
 */
#include <stdio.h>
#include <string.h>

#include "recording.h"

Engine engine;

/* As org.grcuda.tests.cuda.KernelEngine reads them. */
typedef struct {
  int64_t address, bytes, view, name; /* the name of a variable, else 0 */
} MemoryWords;

typedef struct {
  int64_t object, texels, is_surface;
  int64_t layout; /* 0: an array, 1: a line of memory, 2: rows of memory */
  int64_t width, height, depth, flags, levels, pitch;
  int64_t format, channels;
  int64_t modes[3];
  int64_t filter, sampler_flags, mipmap_filter;
  float bias, min_level, max_level, border[4];
  float unused;
} ImageWords;

enum { MOST_SHOWN = 64, TEXT_BYTES = 128 };

typedef struct {
  int64_t ptx, module, kernel;
  int64_t grid[3], block[3];
  int64_t shared_bytes, parameters, parameter_bytes;
  int64_t memory_count, image_count;
  int64_t memories, images;
  int64_t text, text_bytes;
} LaunchWords;

static int64_t word(const void *pointer) {
  return (int64_t)(intptr_t)pointer;
}

static int memories(const Command *command, MemoryWords *words, Failure *failure) {
  for (int i = 0; i < command->use_count && failure->status == STATUS_SUCCESS; i++) {
    const Allocation *used = command->uses[i];
    CudaAddress address = (CudaAddress)(uintptr_t)used->address;
    void *view = kernel_memory(command, address, used->bytes, failure);
    int is_own = used->module == command->function->module;
    words[i] = (MemoryWords){(int64_t)address, (int64_t)used->bytes, word(view), is_own ? word(used->name) : 0};
  }
  return command->use_count;
}

static void describe_array(ImageWords *to, const Image *image) {
  CudaArray array = array_of(image);
  to->width = (int64_t)array->descriptor.width;
  to->height = (int64_t)array->descriptor.height;
  to->depth = (int64_t)array->descriptor.depth;
  to->flags = array->descriptor.flags;
  to->levels = image->resource.type == RESOURCE_MIPMAPPED_ARRAY ? array->chain->count : 1;
  to->format = array->descriptor.format;
  to->channels = array->descriptor.channels;
}

static void describe_memory(ImageWords *to, const CudaResource *resource) {
  to->format = resource->of.linear.format;
  to->channels = resource->of.linear.channels;
  to->levels = 1;
  if (resource->type == RESOURCE_LINEAR) {
    to->layout = 1;
    to->width = (int64_t)(resource->of.linear.bytes / texel_bytes(resource->of.linear.format, resource->of.linear.channels));
  } else {
    to->layout = 2;
    to->width = (int64_t)resource->of.pitch2d.width;
    to->height = (int64_t)resource->of.pitch2d.height;
    to->pitch = (int64_t)resource->of.pitch2d.pitch;
  }
}

static void describe(ImageWords *to, const Image *image) {
  memset(to, 0, sizeof *to);
  to->object = word(image);
  to->texels = word(image_texels(image));
  to->is_surface = image->is_surface;
  if (array_of(image) != NULL) {
    describe_array(to, image);
  } else {
    describe_memory(to, &image->resource);
  }
  for (int axis = 0; axis < 3; axis++) {
    to->modes[axis] = image->sampler.address[axis];
  }
  to->filter = image->sampler.filter;
  to->sampler_flags = image->sampler.flags;
  to->mipmap_filter = image->sampler.mipmap_filter;
  to->bias = image->sampler.bias;
  to->min_level = image->sampler.min_level;
  to->max_level = image->sampler.max_level;
  memcpy(to->border, image->sampler.border, sizeof to->border);
}

/* All images of the context: kernels may load their numbers from memory. */
static int images(const Command *command, ImageWords *words) {
  int count = 0;
  for (const Image *image = images_alive(); image != NULL && count < MOST_SHOWN; image = image->after) {
    if (image->handle.context == command->stream->handle.context) {
      describe(&words[count++], image);
    }
  }
  return count;
}

/* For what looks at the state; threads of the double execute commands without its lock. */
static void lock_if_parallel(int locks) {
  if (state.mode == PARALLEL) {
    (locks ? state_lock : state_unlock)();
  }
}

void engine_run(const Command *command, Failure *failure) {
  MemoryWords memory[MOST_USES];
  ImageWords shown[MOST_SHOWN];
  char text[TEXT_BYTES] = "";
  lock_if_parallel(1);
  LaunchWords launch = {.ptx = word(command->function->module->text),
                        .module = word(command->function->module),
                        .kernel = word(command->function->name),
                        .shared_bytes = command->value,
                        .parameters = word(command->parameters),
                        .parameter_bytes = (int64_t)command->bytes,
                        .memory_count = memories(command, memory, failure),
                        .image_count = images(command, shown),
                        .memories = word(memory),
                        .images = word(shown),
                        .text = word(text),
                        .text_bytes = TEXT_BYTES};
  lock_if_parallel(0);
  for (int axis = 0; axis < 3; axis++) {
    launch.grid[axis] = command->shape.grid[axis];
    launch.block[axis] = command->shape.block[axis];
  }
  if (failure->status == STATUS_SUCCESS) {
    failure->status = (CudaStatus)engine((const int64_t *)&launch);
    snprintf(failure->text, sizeof failure->text, "%s", text);
  }
}
