/* The functions of the driver API for arrays, in which textures and surfaces have their texels. */
#include <stdlib.h>
#include <string.h>

#include "recording.h"

#define PROTOTYPE(name, parameters) EXPORTED CudaStatus name parameters;
CUDA_FUNCTIONS(PROTOTYPE, PROTOTYPE)
#undef PROTOTYPE
#define API(name, parameters) CudaStatus name parameters

enum { LAYERED = 1, SURFACE_LDST = 2, CUBEMAP = 4, GATHER = 8 };

int device_limit(int attribute) {
  int own = state.attributes_of[current->device][attribute];
  int set = own != 0 ? own : state.attributes[attribute];
  return set != 0 ? set : default_attribute((CudaEnum)attribute);
}

size_t channel_bytes(CudaEnum format) {
  switch (format) {
    case 0x01: case 0x08:
      return 1;
    case 0x02: case 0x09: case 0x10:
      return 2;
    case 0x03: case 0x0a: case 0x20:
      return 4;
    default:
      return 0;
  }
}

size_t texel_bytes(CudaEnum format, unsigned int channels) {
  return channels == 1 || channels == 2 || channels == 4 ? channels * channel_bytes(format) : 0;
}

/* Attributes with the limits of width, height and depth or layers; 0: there must be none. */
typedef struct {
  int width, height, depth;
} Limits;

static int exceeds(const CudaArrayDescriptor *d, Limits limits) {
  return d->width == 0 || d->width > (size_t)device_limit(limits.width) ||
         (limits.height == 0 ? d->height != 0 : d->height == 0 || d->height > (size_t)device_limit(limits.height)) ||
         (limits.depth == 0 ? d->depth != 0 : d->depth == 0 || d->depth > (size_t)device_limit(limits.depth));
}

/* The tables of cuArray3DCreate and cuMipmappedArrayCreate, "Valid extents". */
static int is_too_large(const CudaArrayDescriptor *d, int mipmapped) {
  int surface = (d->flags & SURFACE_LDST) != 0;
  if ((d->flags & CUBEMAP) != 0) {
    int layered = (d->flags & LAYERED) != 0;
    size_t layers = (size_t)(layered ? device_limit(surface ? 68 : 54) : 6);
    int width = layered ? (surface ? 67 : 53) : (surface ? 66 : 52);
    return d->width != d->height || d->width == 0 || d->width > (size_t)device_limit(width) || d->depth == 0 ||
           d->depth % 6 != 0 || d->depth > layers;
  }
  if ((d->flags & LAYERED) != 0) {
    Limits one = surface ? (Limits){61, 0, 62} : (Limits){42, 0, 43};
    Limits two = surface ? (Limits){63, 64, 65} : (Limits){27, 28, 29};
    return exceeds(d, d->height == 0 ? one : two);
  }
  if (d->depth != 0) {
    return exceeds(d, surface ? (Limits){58, 59, 60} : (Limits){24, 25, 26}) &&
           (surface || exceeds(d, (Limits){47, 48, 49}));
  }
  if (d->height != 0) {
    Limits plain = mipmapped ? (Limits){73, 74, 0} : (Limits){22, 23, 0};
    Limits two = surface ? (Limits){56, 57, 0} : (d->flags & GATHER) != 0 ? (Limits){45, 46, 0} : plain;
    return exceeds(d, two);
  }
  return exceeds(d, surface ? (Limits){55, 0, 0} : mipmapped ? (Limits){77, 0, 0} : (Limits){21, 0, 0});
}

static CudaStatus check(const CudaArrayDescriptor *d, int mipmapped, const char *call) {
  if (texel_bytes(d->format, d->channels) == 0) {
    return violation(STATUS_INVALID_VALUE, "%s with format %u, %u channels", call, d->format, d->channels);
  }
  if ((d->flags & ~15u) != 0 || ((d->flags & GATHER) != 0 && (d->height == 0 || d->depth != 0))) {
    return violation(STATUS_INVALID_VALUE, "%s with flags %u", call, d->flags);
  }
  if (is_too_large(d, mipmapped)) {
    return violation(STATUS_INVALID_VALUE, "%s of %zu x %zu x %zu, flags %u", call, d->width, d->height,
                     d->depth, d->flags);
  }
  return STATUS_SUCCESS;
}

static size_t at_least_one(size_t size) {
  return size == 0 ? 1 : size;
}

/* Sets the sizes of a level, and returns its bytes. */
static size_t size_level(CudaArray array, const CudaArrayDescriptor *d, unsigned int level) {
  int layers = (d->flags & (LAYERED | CUBEMAP)) != 0;
  array->descriptor = *d;
  array->texel_bytes = texel_bytes(d->format, d->channels);
  array->width = at_least_one(d->width >> level);
  array->height = at_least_one(d->height >> level);
  array->depth = layers ? d->depth : at_least_one(d->depth >> level);
  return array->width * array->height * array->depth * array->texel_bytes;
}

/* Arrays take memory of their device. */
static char *take(size_t bytes) {
  char *texels = bytes > state.memory - state.used[current->device] ? NULL : malloc(bytes);
  if (texels != NULL) {
    state.used[current->device] += bytes;
    memset(texels, 0xA5, bytes);
  }
  return texels;
}

API(cuArray3DCreate_v2, (CudaArray * array, const CudaArrayDescriptor *descriptor)) {
  ENTER(cuArray3DCreate_v2, "%zu x %zu x %zu, format %u, %u channels, flags %u", descriptor->width,
        descriptor->height, descriptor->depth, descriptor->format, descriptor->channels, descriptor->flags);
  NEED_CURRENT
  status = check(descriptor, 0, call);
  REFUSE_IF(status != STATUS_SUCCESS, status);
  struct CUarray_st sized;
  char *texels = take(size_level(&sized, descriptor, 0));
  REFUSE_IF(texels == NULL, OUT_OF_MEMORY);
  CudaArray made = handle_new(ARRAY, sizeof *made, current);
  size_level(made, descriptor, 0);
  made->texels = texels;
  *array = made;
  return leave(STATUS_SUCCESS);
}

static size_t bytes_of(CudaArray array) {
  return array->width * array->height * array->depth * array->texel_bytes;
}

/* Of an array that is destroyed. */
static void check_unused(CudaArray array, const char *call) {
  if (array->uses > 0 || array->shown > 0) {
    violation(STATUS_INVALID_VALUE, "%s of an array that %d unfinished commands use and %d images show",
              call, array->uses, array->shown);
  }
}

API(cuArrayDestroy, (CudaArray array)) {
  ENTER(cuArrayDestroy, "array %d", handle_number(array));
  NEED(array, ARRAY)
  REFUSE_IF(array->chain != NULL, violation(STATUS_INVALID_VALUE, "%s of a level", call));
  check_unused(array, call);
  state.used[array->handle.context->device] -= bytes_of(array);
  handle_end(array);
  return leave(STATUS_SUCCESS);
}

static unsigned int most_levels(const CudaArrayDescriptor *d) {
  int layers = (d->flags & (LAYERED | CUBEMAP)) != 0;
  size_t longest = d->width > d->height ? d->width : d->height;
  longest = !layers && d->depth > longest ? d->depth : longest;
  unsigned int levels = 0;
  while (longest > 0) {
    levels++;
    longest >>= 1;
  }
  return levels;
}

API(cuMipmappedArrayCreate,
    (CudaMipmappedArray * array, const CudaArrayDescriptor *descriptor, unsigned int levels)) {
  ENTER(cuMipmappedArrayCreate, "%zu x %zu x %zu, format %u, %u channels, flags %u, %u levels",
        descriptor->width, descriptor->height, descriptor->depth, descriptor->format,
        descriptor->channels, descriptor->flags, levels);
  NEED_CURRENT
  status = check(descriptor, 1, call);
  REFUSE_IF(status != STATUS_SUCCESS, status);
  REFUSE_IF(levels == 0 || levels > most_levels(descriptor),
            violation(STATUS_INVALID_VALUE, "%s with %u levels", call, levels));
  size_t bytes = 0;
  struct CUarray_st level;
  for (unsigned int l = 0; l < levels; l++) {
    bytes += size_level(&level, descriptor, l);
  }
  char *texels = take(bytes);
  REFUSE_IF(texels == NULL, OUT_OF_MEMORY);
  CudaMipmappedArray made = handle_new(MIPMAPPED, sizeof *made, current);
  made->count = levels;
  made->bytes = bytes;
  made->texels = texels;
  for (unsigned int l = 0; l < levels; l++) {
    made->levels[l].handle = made->handle;
    made->levels[l].handle.kind = ARRAY;
    made->levels[l].chain = made;
    made->levels[l].texels = texels;
    texels += size_level(&made->levels[l], descriptor, l);
  }
  *array = made;
  return leave(STATUS_SUCCESS);
}

API(cuMipmappedArrayGetLevel, (CudaArray * array, CudaMipmappedArray of, unsigned int level)) {
  ENTER(cuMipmappedArrayGetLevel, "mipmapped array %d, level %u", handle_number(of), level);
  NEED(of, MIPMAPPED)
  REFUSE_IF(level >= of->count, STATUS_INVALID_VALUE);
  *array = &of->levels[level];
  return leave(STATUS_SUCCESS);
}

API(cuMipmappedArrayDestroy, (CudaMipmappedArray array)) {
  ENTER(cuMipmappedArrayDestroy, "mipmapped array %d", handle_number(array));
  NEED(array, MIPMAPPED)
  for (unsigned int level = 0; level < array->count; level++) {
    check_unused(&array->levels[level], call);
    array->levels[level].handle.alive = 0;
  }
  state.used[array->handle.context->device] -= array->bytes;
  handle_end(array);
  return leave(STATUS_SUCCESS);
}

/* ---- copies ---- */

/* What CUDA_MEMCPY3D says of one side that is memory. */
static CudaStatus check_memory(const CudaCopy3D *copy, CudaAddress address, size_t pitch, size_t height,
                               const char *call) {
  size_t bytes = ((copy->depth - 1) * height + copy->height - 1) * pitch + copy->width;
  if (pitch < copy->width || height < copy->height || pitch > (size_t)device_limit(11)) {
    return violation(STATUS_INVALID_VALUE, "%s with pitch %zu, height %zu", call, pitch, height);
  }
  Allocation *allocation = allocation_of(address, bytes);
  return allocation == NULL || allocation->kind == 'h' || allocation->kind == 'r'
             ? violation(STATUS_INVALID_VALUE, "%s of %zu bytes that are no memory of a device", call, bytes)
             : STATUS_SUCCESS;
}

static CudaStatus check_array(const CudaCopy3D *copy, CudaArray array, const char *call) {
  int fits = copy->width % array->texel_bytes == 0 && copy->width <= array->width * array->texel_bytes &&
             copy->height <= array->height && copy->depth <= array->depth;
  return fits ? STATUS_SUCCESS
              : violation(STATUS_INVALID_VALUE, "%s of %zu bytes x %zu x %zu, which the array has not", call,
                          copy->width, copy->height, copy->depth);
}

API(cuMemcpy3DAsync_v2, (const CudaCopy3D *copy, CudaStream stream)) {
  int down = copy->from_type == MEMORY_ARRAY;
  CudaArray array = down ? copy->from_array : copy->to_array;
  ENTER(cuMemcpy3DAsync_v2, "stream %d, %s, %zu bytes x %zu x %zu", handle_number(stream),
        down ? "from an array" : "to an array", copy->width, copy->height, copy->depth);
  NEED(stream, STREAM)
  REFUSE_IF((down ? copy->to_type : copy->from_type) != MEMORY_DEVICE ||
                (!down && copy->to_type != MEMORY_ARRAY),
            violation(STATUS_INVALID_VALUE, "%s between what the double does not know", call));
  NEED(array, ARRAY)
  REFUSE_IF(copy->from_level != 0 || copy->to_level != 0 || copy->reserved0 != NULL || copy->reserved1 != NULL,
            STATUS_INVALID_VALUE);
  REFUSE_IF(copy->from_x + copy->from_y + copy->from_z + copy->to_x + copy->to_y + copy->to_z != 0,
            violation(STATUS_INVALID_VALUE, "%s of a part, which the double does not know", call));
  REFUSE_IF(copy->width == 0 || copy->height == 0 || copy->depth == 0, STATUS_INVALID_VALUE);
  status = check_array(copy, array, call);
  REFUSE_IF(status != STATUS_SUCCESS, status);
  CudaAddress address = down ? copy->to_device : copy->from_device;
  status = down ? check_memory(copy, address, copy->to_pitch, copy->to_height, call)
                : check_memory(copy, address, copy->from_pitch, copy->from_height, call);
  REFUSE_IF(status != STATUS_SUCCESS, status);
  Command *command = command_new(COPY_3D, stream);
  command->copy = *copy;
  command->array = array;
  command_uses(command, address);
  return leave(command_enqueue(command));
}

void array_copy(const Command *command, char *memory) {
  const CudaCopy3D *copy = &command->copy;
  CudaArray array = command->array;
  int down = copy->from_type == MEMORY_ARRAY;
  size_t pitch = down ? copy->to_pitch : copy->from_pitch;
  size_t height = down ? copy->to_height : copy->from_height;
  for (size_t z = 0; z < copy->depth; z++) {
    for (size_t y = 0; y < copy->height; y++) {
      char *there = memory + (z * height + y) * pitch;
      char *texels = array->texels + (z * array->height + y) * array->width * array->texel_bytes;
      memcpy(down ? there : texels, down ? texels : there, copy->width);
    }
  }
}

void images_reset(void) {
  for (Handle *handle = handles; handle != NULL; handle = handle->next) {
    if (handle->kind == ARRAY) {
      free(((CudaArray)handle)->texels);
    } else if (handle->kind == MIPMAPPED) {
      free(((CudaMipmappedArray)handle)->texels);
    }
  }
  images_forget();
}
