package org.grcuda.runtime.computation;

import org.grcuda.driver.Device;
import org.grcuda.driver.Function;
import org.grcuda.driver.Submission;

/** Finds a kernel on a device, loading its module there at the first call. */
@FunctionalInterface
public interface KernelLookup {

  /**
   * The kernel on {@code device}. Called with the scheduling lock held, unless its module must be
   * loaded first and the launch can be submitted again; must not wait for computations.
   *
   * @throws org.grcuda.driver.DriverException if its module cannot be loaded there
   */
  Function on(Device device);

  /** Whether {@link #on} loads nothing for {@code device}, as far as is known. */
  default boolean isLoaded(Device device) {
    return true;
  }

  /**
   * What the kernel gets for an access of the computation: the address of its memory, unless it
   * gets an object that shows the memory in another way. Called with the scheduling lock held.
   *
   * @param access position among the accesses
   * @param address of the access's memory on {@code device}
   * @throws org.grcuda.driver.DriverException if there can be no such object there
   */
  default long argument(Device device, int access, long address) {
    return address;
  }

  /**
   * The launch is submitted now: what it will find in memory is what the computations before it
   * leave there. Called with the scheduling lock held.
   */
  default void submitted(Vertex launch) {}

  /**
   * Says to the driver what it has to know of the arguments of the launch, the last command of
   * {@code submission}. Called with the scheduling lock held.
   *
   * @throws org.grcuda.driver.DriverException if the launch cannot have these arguments together
   */
  default void describe(Device device, Submission submission) {}
}
