package org.grcuda.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.grcuda.GrCuda;

/** A set of options under which a program must behave as under every other. */
public record Configuration(Map<String, String> options) {

  /** The configuration of these names and values, in turn, on the backend of the tests. */
  public static Configuration of(String... namesAndValues) {
    Map<String, String> options = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      options.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new Configuration(TestBackend.options(options));
  }

  /**
   * Every execution policy on each of {@code deviceCounts} devices, of several with another device
   * policy each.
   */
  public static Stream<Configuration> all(int... deviceCounts) {
    List<Configuration> all = new ArrayList<>();
    for (String policy : List.of("sync", "async")) {
      for (int devices : deviceCounts) {
        all.add(
            of(
                "CpuDevices",
                "" + devices,
                "DeviceSelectionPolicy",
                devices == 1 ? "single-gpu" : deviceSelection(policy),
                "ExecutionPolicy",
                policy));
      }
    }
    return all.stream();
  }

  private static String deviceSelection(String execution) {
    return execution.equals("sync") ? "round-robin" : "minmax-transfer-time";
  }

  /** A typed context under these options. */
  public GrCuda.Builder typed() {
    GrCuda.Builder builder = GrCuda.builder();
    options.forEach(builder::option);
    return builder;
  }

  @Override
  public String toString() {
    return String.join(" ", options.values());
  }
}
