package org.grcuda.bench.scheduling;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A machine: its number of devices, and how computations are spread over them.
 *
 * @param devices number of devices
 * @param policy value of the option {@code DeviceSelectionPolicy}
 */
record Machine(int devices, String policy) {

  /** The options of a context for this machine. */
  Map<String, String> options() {
    var options = new LinkedHashMap<String, String>();
    options.put("DeviceSelectionPolicy", policy);
    options.put("BandwidthMatrix", "v100-8");
    return options;
  }

  @Override
  public String toString() {
    return (devices == 1 ? "1 device, " : devices + " devices, ") + policy;
  }
}
