package org.grcuda.runtime.memory;

import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Driver;

/** Where allocations live. */
public enum MemoryManagement {
  /**
   * {@link #MANAGED} if every device reports concurrent managed access, else {@link #REPLICATED}.
   * Always {@link #REPLICATED} if devices take computations from a queue.
   */
  AUTO("auto"),
  /** In one memory that every device and the host share, moved by the driver. */
  MANAGED("managed"),
  /** On the host, with copies on the devices that use them, moved by the runtime. */
  REPLICATED("replicated");

  private final String optionName;

  MemoryManagement(String optionName) {
    this.optionName = optionName;
  }

  /** The value as options spell it. */
  public String optionName() {
    return optionName;
  }

  /**
   * Whether allocations of {@code driver} are replicated under this value, if devices do not take
   * computations from a queue.
   */
  public boolean isReplicated(Driver driver) {
    return switch (this) {
      case MANAGED -> false;
      case REPLICATED -> true;
      case AUTO -> {
        boolean shared = true;
        for (int i = 0; i < driver.deviceCount(); i++) {
          shared &= driver.device(i).attribute(DeviceAttribute.CONCURRENT_MANAGED_ACCESS) != 0;
        }
        yield !shared;
      }
    };
  }
}
