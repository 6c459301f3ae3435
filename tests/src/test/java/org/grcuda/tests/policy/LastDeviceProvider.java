package org.grcuda.tests.policy;

import org.grcuda.runtime.policy.DeviceSelectionPolicy;
import org.grcuda.runtime.policy.DeviceSelectionPolicyProvider;

/** A policy that a program brings: the last of the candidates. */
public final class LastDeviceProvider implements DeviceSelectionPolicyProvider {

  @Override
  public String name() {
    return "last-device";
  }

  @Override
  public DeviceSelectionPolicy create() {
    return (context, candidates) -> Long.SIZE - 1 - Long.numberOfLeadingZeros(candidates);
  }
}
