package org.grcuda.bench.scheduling;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.grcuda.runtime.policy.DeviceSelection;

/** What is measured: by default everything. */
final class Settings {

  private static final int[] COUNTS = {100, 1_000, 10_000, 100_000, 1_000_000};
  private static final int QUICK = 1_000;

  private boolean quick;
  private boolean json;
  private boolean loop;
  private boolean processorTime;
  private String workload = "";
  private String policy = "";
  private int devices;
  private int most = Integer.MAX_VALUE;

  private Settings() {}

  /**
   * Reads the arguments of the benchmark.
   *
   * @throws IllegalArgumentException for one that is unknown, saying what there is
   */
  static Settings parse(List<String> arguments) {
    Settings settings = new Settings();
    arguments.forEach(settings::set);
    return settings;
  }

  private void set(String argument) {
    int equals = argument.indexOf('=');
    String name = equals < 0 ? argument : argument.substring(0, equals);
    String value = equals < 0 ? "" : argument.substring(equals + 1);
    switch (name) {
      case "--quick" -> quick = true;
      case "--json" -> json = true;
      case "--loop" -> loop = true;
      case "--cpu" -> processorTime = true;
      case "--workload" -> workload = known(name, value, workloads());
      case "--policy" -> policy = known(name, value, policies());
      case "--devices" -> devices = number(name, value);
      case "--most" -> most = number(name, value);
      default ->
          throw new IllegalArgumentException(
              "unknown argument '"
                  + argument
                  + "'; expected --quick, --json, --cpu, --loop, --workload=NAME, --policy=NAME,"
                  + " --devices=COUNT or --most=COUNT");
    }
  }

  private static String known(String name, String value, List<String> values) {
    if (!values.contains(value)) {
      throw new IllegalArgumentException(
          name + ": expected one of " + String.join(", ", values) + ", given '" + value + "'");
    }
    return value;
  }

  private static int number(String name, String value) {
    if (!value.matches("[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException(
          name + ": expected a whole number from 1, given '" + value + "'");
    }
    return Integer.parseInt(value);
  }

  private static List<String> workloads() {
    return Arrays.stream(Workload.values()).map(Workload::title).toList();
  }

  private static List<String> policies() {
    return Arrays.stream(DeviceSelection.values()).map(DeviceSelection::optionName).toList();
  }

  boolean isQuick() {
    return quick;
  }

  boolean isJson() {
    return json;
  }

  /** Whether to measure the processor time of the submitting thread: for a machine under load. */
  boolean isProcessorTime() {
    return processorTime;
  }

  boolean isLoop() {
    return loop;
  }

  List<Workload> chosenWorkloads() {
    Predicate<Workload> chosen = one -> workload.isEmpty() || one.title().equals(workload);
    return Arrays.stream(Workload.values()).filter(chosen).toList();
  }

  /** One device and eight, with every policy that there is. */
  List<Machine> machines() {
    List<Integer> counts = devices > 0 ? List.of(devices) : List.of(1, 8);
    return counts.stream()
        .flatMap(count -> policies().stream().map(name -> new Machine(count, name)))
        .filter(machine -> policy.isEmpty() || machine.policy().equals(policy))
        .toList();
  }

  /** Numbers of computations that are unfinished at a time. */
  int[] counts(Workload of) {
    int limit = Math.min(Math.min(of.most(), most), quick ? QUICK : Integer.MAX_VALUE);
    return Arrays.stream(COUNTS).filter(count -> count <= limit).toArray();
  }
}
