package org.grcuda.cuda;

import org.grcuda.driver.image.Image;

/** A texture or surface object of one GPU, and what it shows. Guarded by its {@link CudaImages}. */
final class CudaImage {

  final Image image;
  final ImageSource source;
  final long address;

  /** CUtexObject or CUsurfObject: what kernels get. */
  final long object;

  /** Of the native library; 0 if the object shows memory itself. */
  final long mirror;

  /** Bytes of memory that the mirror takes. */
  final long mirrorBytes;

  /** Number of the request that asked for it last. */
  long lastAsked;

  /** How often it was asked for: once for each parameter of a launch. */
  long asks;

  /** Whether the program has its number, which may be anywhere. */
  boolean isGivenOut;

  /**
   * @param mirrorBytes as counted in the memory of the device; 0 without a mirror
   */
  CudaImage(
      Image image, ImageSource source, long address, long object, long mirror, long mirrorBytes) {
    this.image = image;
    this.source = source;
    this.address = address;
    this.object = object;
    this.mirror = mirror;
    this.mirrorBytes = mirrorBytes;
  }

  boolean shows(Image other, ImageSource by, long at) {
    return at == address && source == by && (image == other || image.equals(other));
  }
}
