/* The functions of the driver API for texture and surface objects, with the checks that its documentation names. */
#include <string.h>

#include "recording.h"

#define PROTOTYPE(name, parameters) EXPORTED CudaStatus name parameters;
CUDA_FUNCTIONS(PROTOTYPE, PROTOTYPE)
#undef PROTOTYPE
#define API(name, parameters) CudaStatus name parameters

enum { TEXTURE_ALIGNMENT = 14, PITCH_ALIGNMENT = 51, LINEAR_WIDTH = 69, PITCHED_WIDTH = 70, PITCHED_HEIGHT = 71, PITCHED_PITCH = 72 };
enum { READ_AS_INTEGER = 1, NORMALIZED = 2, SRGB = 16, WRAP = 0, MIRROR = 2, SURFACE_LDST = 2, FLOAT = 0x20, HALF = 0x10 };

static Image *alive;

Image *images_alive(void) {
  return alive;
}

void images_forget(void) {
  alive = NULL;
}

Image *image_of(CudaTexture number) {
  Image *image = alive;
  while (image != NULL && (CudaTexture)(uintptr_t)image != number) {
    image = image->after;
  }
  return image;
}

CudaArray array_of(const Image *image) {
  const CudaResource *resource = &image->resource;
  return resource->type == RESOURCE_ARRAY              ? resource->of.array.array
         : resource->type == RESOURCE_MIPMAPPED_ARRAY ? &resource->of.mipmap.array->levels[0]
                                                        : NULL;
}

/* linear and pitch2d begin alike. */
static size_t shown_bytes(const CudaResource *resource) {
  return resource->type == RESOURCE_LINEAR ? resource->of.linear.bytes
                                           : resource->of.pitch2d.pitch * resource->of.pitch2d.height;
}

void *image_texels(const Image *image) {
  CudaArray array = array_of(image);
  if (array != NULL) {
    return array->handle.alive ? array->texels : NULL;
  }
  CudaAddress address = image->resource.of.linear.address;
  Allocation *allocation = allocation_of(address, shown_bytes(&image->resource));
  return allocation == NULL ? NULL : allocation_view(allocation, address);
}

static void use_image(Command *command, Image *image) {
  if (image != NULL && command->image_count < MOST_IMAGES) {
    command->images[command->image_count++] = image;
    if (array_of(image) == NULL) {
      command_uses(command, image->resource.of.linear.address);
    }
  }
}

void command_uses_images(Command *command) {
  for (size_t at = 0; alive != NULL && at + 8 <= command->bytes; at += 8) {
    CudaTexture number;
    memcpy(&number, command->parameters + at, 8);
    use_image(command, image_of(number));
  }
}

/* ---- checks ---- */

static CudaStatus refuse(const char *call, const char *why) {
  return violation(STATUS_INVALID_VALUE, "%s: %s", call, why);
}

static CudaStatus check_memory(CudaAddress address, size_t bytes, CudaEnum format, unsigned int channels,
                               const char *call) {
  Allocation *allocation = allocation_of(address, bytes);
  if (texel_bytes(format, channels) == 0) {
    return refuse(call, "no such format");
  }
  if (address % (CudaAddress)device_limit(TEXTURE_ALIGNMENT) != 0) {
    return refuse(call, "memory that is not aligned as textures are");
  }
  return allocation == NULL || allocation->kind == 'h' || allocation->kind == 'r'
             ? refuse(call, "no memory of a device")
             : STATUS_SUCCESS;
}

static CudaStatus check_linear(const CudaResource *resource, const char *call) {
  size_t texel = texel_bytes(resource->of.linear.format, resource->of.linear.channels);
  if (texel != 0 && resource->of.linear.bytes / texel > (size_t)device_limit(LINEAR_WIDTH)) {
    return refuse(call, "a line that is too long");
  }
  return check_memory(resource->of.linear.address, resource->of.linear.bytes, resource->of.linear.format,
                      resource->of.linear.channels, call);
}

static CudaStatus check_pitched(const CudaResource *resource, const char *call) {
  size_t width = resource->of.pitch2d.width, height = resource->of.pitch2d.height;
  size_t pitch = resource->of.pitch2d.pitch;
  size_t texel = texel_bytes(resource->of.pitch2d.format, resource->of.pitch2d.channels);
  if (width == 0 || height == 0 || width > (size_t)device_limit(PITCHED_WIDTH) ||
      height > (size_t)device_limit(PITCHED_HEIGHT) || pitch > (size_t)device_limit(PITCHED_PITCH)) {
    return refuse(call, "rows that are too many or too long");
  }
  if (pitch % (size_t)device_limit(PITCH_ALIGNMENT) != 0 || pitch < width * texel) {
    return refuse(call, "a pitch that is not aligned, or too small");
  }
  return check_memory(resource->of.pitch2d.address, pitch * height, resource->of.pitch2d.format,
                      resource->of.pitch2d.channels, call);
}

static CudaStatus check_resource(const CudaResource *resource, const char *call) {
  if (resource->flags != 0) {
    return refuse(call, "flags of the resource");
  }
  switch (resource->type) {
    case RESOURCE_ARRAY:
      return handle_check(resource->of.array.array, ARRAY, call);
    case RESOURCE_MIPMAPPED_ARRAY:
      return handle_check(resource->of.mipmap.array, MIPMAPPED, call);
    case RESOURCE_LINEAR:
      return check_linear(resource, call);
    case RESOURCE_PITCH_2D:
      return check_pitched(resource, call);
    default:
      return refuse(call, "no such resource");
  }
}

static CudaEnum format_of(const CudaResource *resource) {
  return resource->type == RESOURCE_ARRAY              ? resource->of.array.array->descriptor.format
         : resource->type == RESOURCE_MIPMAPPED_ARRAY ? resource->of.mipmap.array->levels[0].descriptor.format
                                                        : resource->of.linear.format;
}

static CudaStatus check_sampler(const CudaResource *resource, const CudaSampler *sampler, const char *call) {
  CudaEnum format = format_of(resource);
  int normalized = (sampler->flags & NORMALIZED) != 0;
  int is_float = format == FLOAT || format == HALF;
  int integers = !is_float && ((sampler->flags & READ_AS_INTEGER) != 0 || channel_bytes(format) == 4);
  if ((sampler->flags & ~(READ_AS_INTEGER | NORMALIZED | SRGB)) != 0 || sampler->anisotropy > 16) {
    return refuse(call, "flags of the sampler that the double does not know");
  }
  for (int axis = 0; axis < 3; axis++) {
    if (sampler->address[axis] > 3 ||
        (!normalized && (sampler->address[axis] == WRAP || sampler->address[axis] == MIRROR))) {
      return refuse(call, "an address mode that coordinates in texels do not have");
    }
  }
  if (sampler->filter > 1 || sampler->mipmap_filter > 1 || (sampler->filter == 1 && integers)) {
    return refuse(call, "a filter that the values do not have");
  }
  if (resource->type == RESOURCE_MIPMAPPED_ARRAY && !normalized) {
    return refuse(call, "a mipmapped array with coordinates in texels");
  }
  if ((sampler->flags & SRGB) != 0 && (format != 1 || integers)) {
    return refuse(call, "sRGB of what is not 8 bits, read as floats");
  }
  return STATUS_SUCCESS;
}

/* ---- functions ---- */

static Image *image_new(const CudaResource *resource, int is_surface) {
  Image *image = handle_new(IMAGE, sizeof *image, current);
  image->resource = *resource;
  image->is_surface = is_surface;
  image->after = alive;
  alive = image;
  if (array_of(image) != NULL) {
    array_of(image)->shown++;
  }
  return image;
}

static CudaStatus image_end(CudaTexture number, int is_surface, const char *call) {
  Image *image = image_of(number);
  if (image == NULL || image->is_surface != is_surface) {
    return refuse(call, "no such object");
  }
  if (image->handle.context != current) {
    return violation(INVALID_CONTEXT, "%s in another context", call);
  }
  if (image->uses > 0) {
    violation(STATUS_INVALID_VALUE, "%s of an object that %d unfinished launches use", call, image->uses);
  }
  for (Image **at = &alive; *at != NULL; at = &(*at)->after) {
    if (*at == image) {
      *at = image->after;
      break;
    }
  }
  if (array_of(image) != NULL) {
    array_of(image)->shown--;
  }
  handle_end(image);
  return STATUS_SUCCESS;
}

API(cuTexObjectCreate, (CudaTexture * texture, const CudaResource *resource, const CudaSampler *sampler,
                        const CudaView *view)) {
  ENTER(cuTexObjectCreate, "resource %u, address modes %u %u %u, filter %u, flags %u", resource->type,
        sampler->address[0], sampler->address[1], sampler->address[2], sampler->filter, sampler->flags);
  NEED_CURRENT
  REFUSE_IF(view != NULL, STATUS_INVALID_VALUE);
  status = check_resource(resource, call);
  REFUSE_IF(status != STATUS_SUCCESS, status);
  status = check_sampler(resource, sampler, call);
  REFUSE_IF(status != STATUS_SUCCESS, status);
  Image *image = image_new(resource, 0);
  image->sampler = *sampler;
  *texture = (CudaTexture)(uintptr_t)image;
  return leave(STATUS_SUCCESS);
}

API(cuTexObjectDestroy, (CudaTexture texture)) {
  ENTER(cuTexObjectDestroy, "%s", "");
  NEED_CURRENT
  return leave(image_end(texture, 0, call));
}

API(cuSurfObjectCreate, (CudaSurface * surface, const CudaResource *resource)) {
  ENTER(cuSurfObjectCreate, "resource %u", resource->type);
  NEED_CURRENT
  REFUSE_IF(resource->type != RESOURCE_ARRAY, refuse(call, "what is no array"));
  status = check_resource(resource, call);
  REFUSE_IF(status != STATUS_SUCCESS, status);
  REFUSE_IF((resource->of.array.array->descriptor.flags & SURFACE_LDST) == 0,
            refuse(call, "an array that is not for surfaces"));
  *surface = (CudaSurface)(uintptr_t)image_new(resource, 1);
  return leave(STATUS_SUCCESS);
}

API(cuSurfObjectDestroy, (CudaSurface surface)) {
  ENTER(cuSurfObjectDestroy, "%s", "");
  NEED_CURRENT
  return leave(image_end(surface, 1, call));
}
