package org.grcuda.core.option;

import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.policy.DeviceSelectionPolicy;
import org.grcuda.runtime.policy.DeviceSelectionPolicyProvider;
import org.grcuda.types.GrCudaException;

/**
 * The device selection policies by name: those of the runtime, and those of the providers that the
 * class loader of the calling thread finds.
 */
public final class DevicePolicies {

  private DevicePolicies() {}

  /** Whether a provider brings a policy of this name. */
  public static boolean isProvided(String name) {
    return providers().anyMatch(provider -> provider.name().equals(name));
  }

  /**
   * The factory of the policy of this name, a legal value of the option.
   *
   * @throws GrCudaException if its provider is not found any more
   */
  public static Supplier<? extends DeviceSelectionPolicy> named(String name) {
    return Arrays.stream(DeviceSelection.values())
        .filter(selection -> selection.optionName().equals(name))
        .<Supplier<? extends DeviceSelectionPolicy>>map(selection -> selection)
        .findFirst()
        .orElseGet(() -> provided(name));
  }

  private static Supplier<DeviceSelectionPolicy> provided(String name) {
    return providers()
        .filter(provider -> provider.name().equals(name))
        .<Supplier<DeviceSelectionPolicy>>map(provider -> provider::create)
        .findFirst()
        .orElseThrow(
            () ->
                new GrCudaException(
                    GrCudaException.Kind.VALUE,
                    "option grcuda.DeviceSelectionPolicy: no provider of '" + name + "' any more"));
  }

  private static Stream<DeviceSelectionPolicyProvider> providers() {
    return ServiceLoader.load(DeviceSelectionPolicyProvider.class).stream()
        .map(ServiceLoader.Provider::get);
  }
}
