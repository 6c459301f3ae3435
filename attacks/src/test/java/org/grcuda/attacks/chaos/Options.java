package org.grcuda.attacks.chaos;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Options that change which code of the scheduler, the memory and the engines runs. */
final class Options {

  private static final Map<String, List<String>> VALUES =
      Map.of(
          "CpuDevices", List.of("1", "2", "3"),
          "CpuThreads", List.of("1", "2"),
          "CpuSimd", List.of("auto", "false"),
          "ExecutionPolicy", List.of("async", "async", "sync"),
          "MemoryManager", List.of("managed", "replicated"),
          "DeviceSelectionPolicy", List.of("auto", "round-robin", "lookahead"),
          "SyncPolicy", List.of("hybrid", "block", "yield"));

  private Options() {}

  /** A value of each. */
  static Map<String, String> random(Random random) {
    Map<String, String> options = new HashMap<>();
    VALUES.forEach((name, all) -> options.put(name, all.get(random.nextInt(all.size()))));
    options.put("CpuDeviceMemory", "64M");
    return options;
  }
}
