package org.grcuda.cuda;

import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.driver.image.ImageShape;

/**
 * The images that a GPU can show by a mirror (CUDA Driver API, cuArray3DCreate and
 * cuMipmappedArrayCreate, "Valid extents"; CUDA_TEXTURE_DESC).
 */
final class ImageLimits {

  private final ImageSource.Attributes device;

  ImageLimits(ImageSource.Attributes device) {
    this.device = device;
  }

  /** As {@link org.grcuda.driver.Device#imageRefusal}. */
  String refusal(Image image) {
    if (image.shape().levels() > 1
        && !image.isSurface()
        && !image.sampler().normalizedCoordinates()
        && !image.shape().kind().isCube()) {
      return "'levels': given %d, with coordinates in texels; expected normalized: true, which GPUs need for several levels,"
          .formatted(image.shape().levels());
    }
    String most = wrongSize(image);
    return most == null
        ? null
        : "'shape': given %s, expected at most %s".formatted(text(image.shape()), most);
  }

  /** Whether kernels may gather from a mirror of the image. */
  boolean canBeGathered(Image image) {
    return !image.isSurface()
        && image.shape().kind() == ImageKind.TWO
        && within(
                image.shape(),
                DeviceAttribute.MAX_TEXTURE2D_GATHER_WIDTH,
                DeviceAttribute.MAX_TEXTURE2D_GATHER_HEIGHT)
            == null;
  }

  /**
   * Whether it is within the limits of memory read by index, though not of a mirror: it serves
   * kernels that only fetch.
   */
  private boolean isLine(Image image) {
    return !image.isSurface() && ImageSource.of(image, 0, null, device) == ImageSource.LINEAR;
  }

  private String wrongSize(Image image) {
    if (isLine(image)) {
      return null;
    }
    boolean levels = image.shape().levels() > 1;
    String problem = image.isSurface() ? surface(image.shape()) : texture(image.shape(), levels);
    if (problem == null && image.isSurface()) {
      // A surface is an array, which has the limits of both.
      problem = texture(image.shape(), levels);
    }
    return problem;
  }

  private String texture(ImageShape shape, boolean levels) {
    return switch (shape.kind()) {
      case ONE ->
          within(
              shape,
              levels
                  ? DeviceAttribute.MAX_TEXTURE1D_MIPMAPPED_WIDTH
                  : DeviceAttribute.MAX_TEXTURE1D_WIDTH);
      case TWO ->
          levels
              ? within(
                  shape,
                  DeviceAttribute.MAX_TEXTURE2D_MIPMAPPED_WIDTH,
                  DeviceAttribute.MAX_TEXTURE2D_MIPMAPPED_HEIGHT)
              : within(
                  shape, DeviceAttribute.MAX_TEXTURE2D_WIDTH, DeviceAttribute.MAX_TEXTURE2D_HEIGHT);
      case THREE -> volume(shape);
      case ONE_LAYERED ->
          layered(
              shape,
              DeviceAttribute.MAX_TEXTURE1D_LAYERED_LAYERS,
              DeviceAttribute.MAX_TEXTURE1D_LAYERED_WIDTH);
      case TWO_LAYERED ->
          layered(
              shape,
              DeviceAttribute.MAX_TEXTURE2D_LAYERED_LAYERS,
              DeviceAttribute.MAX_TEXTURE2D_LAYERED_WIDTH,
              DeviceAttribute.MAX_TEXTURE2D_LAYERED_HEIGHT);
      case CUBE -> within(shape, DeviceAttribute.MAX_TEXTURE_CUBEMAP_WIDTH);
      case CUBE_LAYERED ->
          layered(
              shape,
              DeviceAttribute.MAX_TEXTURE_CUBEMAP_LAYERED_LAYERS,
              DeviceAttribute.MAX_TEXTURE_CUBEMAP_LAYERED_WIDTH);
    };
  }

  /** Volumes may have one of two shapes. */
  private String volume(ImageShape shape) {
    String problem =
        within(
            shape,
            DeviceAttribute.MAX_TEXTURE3D_WIDTH,
            DeviceAttribute.MAX_TEXTURE3D_HEIGHT,
            DeviceAttribute.MAX_TEXTURE3D_DEPTH);
    return problem == null
            || within(
                    shape,
                    DeviceAttribute.MAX_TEXTURE3D_WIDTH_ALT,
                    DeviceAttribute.MAX_TEXTURE3D_HEIGHT_ALT,
                    DeviceAttribute.MAX_TEXTURE3D_DEPTH_ALT)
                == null
        ? null
        : problem;
  }

  private String surface(ImageShape shape) {
    return switch (shape.kind()) {
      case ONE -> within(shape, DeviceAttribute.MAX_SURFACE1D_WIDTH);
      case TWO ->
          within(shape, DeviceAttribute.MAX_SURFACE2D_WIDTH, DeviceAttribute.MAX_SURFACE2D_HEIGHT);
      case THREE ->
          within(
              shape,
              DeviceAttribute.MAX_SURFACE3D_WIDTH,
              DeviceAttribute.MAX_SURFACE3D_HEIGHT,
              DeviceAttribute.MAX_SURFACE3D_DEPTH);
      case ONE_LAYERED ->
          layered(
              shape,
              DeviceAttribute.MAX_SURFACE1D_LAYERED_LAYERS,
              DeviceAttribute.MAX_SURFACE1D_LAYERED_WIDTH);
      case TWO_LAYERED ->
          layered(
              shape,
              DeviceAttribute.MAX_SURFACE2D_LAYERED_LAYERS,
              DeviceAttribute.MAX_SURFACE2D_LAYERED_WIDTH,
              DeviceAttribute.MAX_SURFACE2D_LAYERED_HEIGHT);
      case CUBE -> within(shape, DeviceAttribute.MAX_SURFACE_CUBEMAP_WIDTH);
      case CUBE_LAYERED ->
          layered(
              shape,
              DeviceAttribute.MAX_SURFACE_CUBEMAP_LAYERED_LAYERS,
              DeviceAttribute.MAX_SURFACE_CUBEMAP_LAYERED_WIDTH);
    };
  }

  private String layered(ImageShape shape, DeviceAttribute layers, DeviceAttribute... sides) {
    String problem = within(shape, sides);
    int most = device.of(layers);
    return problem != null || most == 0 || shape.layers() <= most
        ? problem
        : "%d layers (%s)".formatted(most, layers.propertyName());
  }

  /** What width, height and depth may be, as far as the driver tells limits; null if they are. */
  private String within(ImageShape shape, DeviceAttribute... limits) {
    int[] sides = {shape.width(), shape.height(), shape.depth()};
    for (int axis = 0; axis < limits.length; axis++) {
      int most = device.of(limits[axis]);
      if (most > 0 && sides[axis] > most) {
        return "%d texels along %s (%s)"
            .formatted(most, "xyz".charAt(axis), limits[axis].propertyName());
      }
    }
    return null;
  }

  private static String text(ImageShape shape) {
    return "%d x %d x %d texels, %d layers of kind %s"
        .formatted(
            shape.width(), shape.height(), shape.depth(), shape.layers(), shape.kind().geometry());
  }
}
