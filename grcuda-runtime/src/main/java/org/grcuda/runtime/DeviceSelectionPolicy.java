package org.grcuda.runtime;

/**
 * Chooses the device of a computation: the paper's policy manager, section III-B3. One instance
 * serves one runtime; called with the scheduling lock held, so it needs no synchronisation and must
 * not wait.
 */
@FunctionalInterface
public interface DeviceSelectionPolicy {

  /**
   * Ordinal of the chosen device.
   *
   * @param context the computation and the state of the machine; valid during the call
   * @param candidates the devices to choose from: bit d for device d, not empty
   */
  int select(DeviceSelectionContext context, long candidates);
}
