package org.grcuda.bench.suite.matrix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A cell of the matrix: one run of one benchmark.
 *
 * @param benchmark the name of the benchmark
 * @param size the size of the problem
 * @param partitions the number of partitions of the data
 * @param host the language of the program
 * @param devices how many devices are used
 * @param execution the option {@code ExecutionPolicy}
 * @param policy the option {@code DeviceSelectionPolicy}
 * @param arguments other options of the benchmark
 * @param options other options of the context, by name
 */
record Cell(
    String benchmark,
    int size,
    int partitions,
    String host,
    int devices,
    String execution,
    String policy,
    List<String> arguments,
    Map<String, String> options) {

  /** The benchmark's name and options. */
  List<String> programArguments() {
    List<String> all = new ArrayList<>(List.of(benchmark, "--size=" + size));
    all.add("--partitions=" + partitions);
    all.addAll(arguments);
    return all;
  }

  /** The options of the context, by name. */
  Map<String, String> contextOptions() {
    Map<String, String> all = new LinkedHashMap<>(options);
    all.put("NumberOfGPUs", "" + devices);
    all.put("ExecutionPolicy", execution);
    all.put("DeviceSelectionPolicy", policy);
    return all;
  }

  /** The same run in another language, under another policy and on other devices. */
  Cell with(String otherHost, String otherPolicy, int otherDevices) {
    return with(otherHost, execution, otherPolicy, otherDevices);
  }

  /**
   * The same run in another language, under another execution policy and device selection policy,
   * on other devices.
   */
  Cell with(String otherHost, String otherExecution, String otherPolicy, int otherDevices) {
    return new Cell(
        benchmark,
        size,
        partitions,
        otherHost,
        otherDevices,
        otherExecution,
        otherPolicy,
        arguments,
        options);
  }

  /** The cell in words, for people. */
  @Override
  public String toString() {
    return "%s in %s, size %d, %d partitions, %d devices, %s, %s"
        .formatted(benchmark, host, size, partitions, devices, execution, policy);
  }
}
