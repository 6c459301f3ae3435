package org.grcuda.runtime.computation;

import org.grcuda.driver.Device;

/**
 * A launch was to go to a device that has not loaded its kernel. Loading takes long, so the thread
 * that submits the launch does it without the scheduling lock, and submits the launch again. Until
 * then nothing has changed.
 */
public final class KernelNotLoadedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient KernelLookup kernel;
  private final transient Device device;

  /** For {@code kernel} on {@code device}. */
  public KernelNotLoadedException(KernelLookup kernel, Device device) {
    super("a kernel is not loaded", null, false, false);
    this.kernel = kernel;
    this.device = device;
  }

  /**
   * Loads the kernel.
   *
   * @throws org.grcuda.driver.DriverException if its module cannot be loaded
   */
  public void load() {
    kernel.on(device);
  }
}
