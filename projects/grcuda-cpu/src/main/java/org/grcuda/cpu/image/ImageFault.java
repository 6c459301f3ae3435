package org.grcuda.cpu.image;

/** An access of an image for which a GPU would stop the kernel. */
public final class ImageFault extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final long address;

  ImageFault(long address, String detail) {
    super(detail, null, false, false);
    this.address = address;
  }

  /** The object that was accessed. */
  public long address() {
    return address;
  }
}
