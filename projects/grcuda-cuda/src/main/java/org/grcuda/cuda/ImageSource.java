package org.grcuda.cuda;

import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageKind;

/**
 * Where the hardware finds the texels of an image (CUresourcetype): in the program's memory, where
 * that is possible, else in a mirror.
 */
enum ImageSource {
  /** A copy of the memory, an array of CUDA's: its layout serves every kind of image. */
  MIRROR(0),
  /** Memory as a line, of which texels are read by index: {@code tex1Dfetch}. */
  LINEAR(2),
  /** Memory as rows. */
  ROWS(3);

  /** The limits of a GPU. */
  @FunctionalInterface
  interface Attributes {

    /** Its value; 0 if the driver does not tell it. */
    int of(DeviceAttribute attribute);
  }

  /**
   * What the kernel that takes an image does with textures, as far as its code is known.
   *
   * @param name of the kernel
   * @param samplesLines as {@link KernelNeeds.ImageUse} has it
   * @param gathers as {@link KernelNeeds.ImageUse} has it
   */
  record Reader(String name, boolean samplesLines, boolean gathers) {}

  private final int code;

  ImageSource(int code) {
    this.code = code;
  }

  /** The CUresourcetype; of a mirror that of one level. */
  int code() {
    return code;
  }

  /**
   * The source of an image for a kernel.
   *
   * @param kernel null if it is not known which kernels will take it
   */
  static ImageSource of(Image image, long address, Reader kernel, Attributes device) {
    if (image.isSurface()
        || image.shape().levels() > 1
        || !isMultiple(address, device, DeviceAttribute.TEXTURE_ALIGNMENT)) {
      return MIRROR;
    }
    if (image.shape().kind() == ImageKind.ONE) {
      boolean byIndex = kernel == null || !kernel.samplesLines();
      return byIndex && isLine(image, device) ? LINEAR : MIRROR;
    }
    boolean gathers = kernel != null && kernel.gathers();
    return !gathers && isRows(image, device) ? ROWS : MIRROR;
  }

  /** Whether memory can be read so by index, which ignores filters and address modes. */
  private static boolean isLine(Image image, Attributes device) {
    return image.sampler().filter() == FilterMode.POINT
        && !image.sampler().normalizedCoordinates()
        && !image.sampler().srgb()
        && isAtMost(image.shape().width(), device, DeviceAttribute.MAX_TEXTURE1D_LINEAR_WIDTH);
  }

  private static boolean isRows(Image image, Attributes device) {
    long pitch = (long) image.shape().width() * image.format().bytes();
    return image.shape().kind() == ImageKind.TWO
        && isMultiple(pitch, device, DeviceAttribute.TEXTURE_PITCH_ALIGNMENT)
        && isAtMost(image.shape().width(), device, DeviceAttribute.MAX_TEXTURE2D_LINEAR_WIDTH)
        && isAtMost(image.shape().height(), device, DeviceAttribute.MAX_TEXTURE2D_LINEAR_HEIGHT)
        && isAtMost(pitch, device, DeviceAttribute.MAX_TEXTURE2D_LINEAR_PITCH);
  }

  /** A driver that does not tell the alignment gets no memory, but mirrors. */
  private static boolean isMultiple(long value, Attributes device, DeviceAttribute alignment) {
    int bytes = device.of(alignment);
    return bytes > 0 && value % bytes == 0;
  }

  private static boolean isAtMost(long value, Attributes device, DeviceAttribute limit) {
    return value <= device.of(limit); // 0 if the driver does not tell it: then a mirror
  }
}
