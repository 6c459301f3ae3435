package org.grcuda.bench.reproduce;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What is reproduced.
 *
 * @param figures names of figures
 * @param machines built-in topologies
 * @param workloads benchmarks; those of which a figure knows nothing are left out there
 * @param devices numbers of devices that are compared
 * @param share of one device's memory that the arrays take
 * @param hosts languages whose host is measured, Java first
 * @param hostIterations iterations that warm up the programs whose host is measured; what is
 *     measured are as many in proportion
 * @param output folder of the results
 * @param markdown a document that is written besides; null for none
 * @param json whether results are printed as JSON
 */
record ReproductionSettings(
    List<String> figures,
    List<Machine> machines,
    List<Workload> workloads,
    List<Integer> devices,
    double share,
    List<String> hosts,
    int hostIterations,
    Path output,
    Path markdown,
    boolean json) {

  private static final String ALL = "all";

  /**
   * Reads the arguments of the command.
   *
   * @param known names of all figures
   * @throws IllegalArgumentException for an argument that is unknown or has no such value
   */
  static ReproductionSettings parse(List<String> known, List<String> arguments) {
    String figure = arguments.isEmpty() ? "" : arguments.getFirst();
    if (!known.contains(figure) && !figure.equals(ALL)) {
      throw new IllegalArgumentException(
          "expected the name of a figure: %s, %s, given '%s'"
              .formatted(String.join(", ", known), ALL, figure));
    }
    Map<String, String> values = new LinkedHashMap<>();
    values.put("topology", "v100-8,a100-8");
    values.put("benchmarks", String.join(",", labels()));
    values.put("devices", "1,2,4,8");
    values.put("share", "0.9");
    values.put("hosts", String.join(",", HostCosts.HOSTS));
    values.put("host-iterations", "150");
    values.put("output", "reproduce-results");
    values.put("markdown", "");
    values.put("json", "false");
    for (String argument : arguments.subList(1, arguments.size())) {
      int equals = argument.indexOf('=');
      String option =
          (equals < 0 ? argument : argument.substring(0, equals)).replaceFirst("^--", "");
      if (!argument.startsWith("--") || !values.containsKey(option)) {
        throw new IllegalArgumentException(
            "unknown argument '%s': there are --%s"
                .formatted(argument, String.join(", --", values.keySet())));
      }
      values.put(option, equals < 0 ? "true" : argument.substring(equals + 1));
    }
    return new ReproductionSettings(
        figure.equals(ALL) ? known : List.of(figure),
        list(values, "topology").map(ReproductionSettings::machine).toList(),
        list(values, "benchmarks").map(ReproductionSettings::workload).toList(),
        list(values, "devices").map(ReproductionSettings::count).toList(),
        share(values.get("share")),
        hosts(values.get("hosts")),
        hostIterations(values.get("host-iterations")),
        Path.of(values.get("output")),
        values.get("markdown").isEmpty() ? null : Path.of(values.get("markdown")),
        truth(values.get("json")));
  }

  /** The most devices that are compared. */
  int mostDevices() {
    return devices.stream().mapToInt(Integer::intValue).max().orElseThrow();
  }

  private static List<String> labels() {
    return Arrays.stream(Workload.values()).map(ReproductionSettings::label).toList();
  }

  private static String label(Workload workload) {
    return workload.label().toLowerCase(Locale.ROOT).replace("&", "");
  }

  private static Workload workload(String name) {
    return Arrays.stream(Workload.values())
        .filter(workload -> label(workload).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--benchmarks: expected some of %s, given '%s'"
                        .formatted(String.join(",", labels()), name)));
  }

  private static Machine machine(String name) {
    if (!name.matches("[a-z0-9]+-[0-9]+")) {
      throw new IllegalArgumentException(
          "--topology: expected built-in machines, such as v100-8, given '%s'".formatted(name));
    }
    return Machine.of(name);
  }

  private static int count(String value) {
    if (!value.matches("[1-9][0-9]?")) {
      throw new IllegalArgumentException(
          "--devices: expected whole numbers from 1 to 99, given '%s'".formatted(value));
    }
    return Integer.parseInt(value);
  }

  private static double share(String value) {
    if (!value.matches("0\\.[0-9]*[1-9]|1")) {
      throw new IllegalArgumentException(
          "--share: expected a number above 0, up to 1, given '%s'".formatted(value));
    }
    return Double.parseDouble(value);
  }

  private static List<String> hosts(String value) {
    List<String> hosts = List.of(value.split(",", -1));
    String java = HostCosts.HOSTS.getFirst();
    if (!hosts.getFirst().equals(java) || !HostCosts.HOSTS.containsAll(hosts)) {
      throw new IllegalArgumentException(
          "--hosts: expected %s, and others of %s, given '%s'"
              .formatted(java, String.join(",", HostCosts.HOSTS), value));
    }
    return hosts.stream().distinct().toList();
  }

  private static int hostIterations(String value) {
    if (!value.matches("[1-9][0-9]{1,3}") || Integer.parseInt(value) < HostCosts.LEAST) {
      throw new IllegalArgumentException(
          "--host-iterations: expected a whole number from %d to 9999, given '%s'"
              .formatted(HostCosts.LEAST, value));
    }
    return Integer.parseInt(value);
  }

  private static boolean truth(String value) {
    if (!List.of("true", "false").contains(value)) {
      throw new IllegalArgumentException(
          "--json: expected true or false, given '%s'".formatted(value));
    }
    return value.equals("true");
  }

  private static Stream<String> list(Map<String, String> values, String name) {
    return Arrays.stream(values.get(name).split(",")).filter(value -> !value.isEmpty());
  }
}
