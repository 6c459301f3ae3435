package org.grcuda.runtime.computation;

import org.grcuda.driver.Device;
import org.grcuda.driver.Function;

/** A way to show memory to kernels other than by its address: a texture, a surface. */
@FunctionalInterface
public interface MemoryView {

  /**
   * What {@code kernel} on {@code device} gets for memory at {@code address} there. Called with the
   * scheduling lock held.
   *
   * @throws org.grcuda.driver.DriverException if the device cannot show it so
   */
  long on(Device device, long address, Function kernel);
}
