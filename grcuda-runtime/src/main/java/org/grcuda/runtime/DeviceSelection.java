package org.grcuda.runtime;

import java.util.function.Supplier;

/** The device selection policies that come with the runtime. */
public enum DeviceSelection implements Supplier<DeviceSelectionPolicy> {
  /** Always the current device. */
  SINGLE_GPU("single-gpu") {
    @Override
    public DeviceSelectionPolicy get() {
      return (context, candidates) -> {
        int current = context.currentDevice();
        return (candidates & 1L << current) != 0 ? current : Long.numberOfTrailingZeros(candidates);
      };
    }
  },
  /** The next one after the device chosen last. */
  ROUND_ROBIN("round-robin") {
    @Override
    public DeviceSelectionPolicy get() {
      return new RoundRobin();
    }
  };

  private final String optionName;

  DeviceSelection(String optionName) {
    this.optionName = optionName;
  }

  /** The value as options spell it. */
  public String optionName() {
    return optionName;
  }

  /** A new policy, with state of its own. */
  @Override
  public abstract DeviceSelectionPolicy get();

  private static final class RoundRobin implements DeviceSelectionPolicy {
    private int next;

    @Override
    public int select(DeviceSelectionContext context, long candidates) {
      long above = candidates & -1L << next;
      int chosen = Long.numberOfTrailingZeros(above != 0 ? above : candidates);
      next = chosen + 1 < context.deviceCount() ? chosen + 1 : 0;
      return chosen;
    }
  }
}
