package org.grcuda.runtime.policy;

/**
 * Makes policies for the option {@code DeviceSelectionPolicy}. Found with {@link
 * java.util.ServiceLoader}; asked when the option names no policy of the runtime.
 */
public interface DeviceSelectionPolicyProvider {

  /** The value of the option that selects it; not one of {@link DeviceSelection}. */
  String name();

  /** A new policy, for one context. */
  DeviceSelectionPolicy create();
}
