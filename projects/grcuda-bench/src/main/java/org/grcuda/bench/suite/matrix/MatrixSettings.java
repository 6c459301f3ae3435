package org.grcuda.bench.suite.matrix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.bench.suite.SuiteTable;

/**
 * What is run.
 *
 * @param cells the runs, in their order
 * @param output folder of the results
 * @param json whether they are printed as JSON
 * @param policies in the order given; the first is the one that plots compare with
 */
record MatrixSettings(Set<Cell> cells, Path output, boolean json, List<String> policies) {

  private static final String OPTION_PREFIX = "--grcuda.";
  private static final String ONE_DEVICE = "single-gpu";
  private static final List<String> HOSTS = List.of("java", "java-hand", "python", "js");

  /** Passed on to the benchmarks. */
  private static final List<String> PROGRAM_OPTIONS =
      List.of(
          "iterations",
          "warm-up",
          "block-size",
          "block-size-2d",
          "blocks",
          "reinit",
          "validate",
          "data");

  private static Map<String, String> defaults(SuiteTable table) {
    Map<String, String> axes = new LinkedHashMap<>();
    axes.put("benchmarks", String.join(",", table.benchmarks().keySet()));
    axes.put("sizes", "default");
    axes.put("partitions", "default");
    axes.put("hosts", "java");
    axes.put("devices", "1,2");
    axes.put("executions", "async");
    axes.put("policies", "auto");
    axes.put("output", "suite-results");
    axes.put("json", "false");
    return axes;
  }

  /**
   * Reads the arguments of the command.
   *
   * @throws IllegalArgumentException for one that is unknown or has no such value
   */
  static MatrixSettings parse(SuiteTable table, List<String> arguments) {
    Map<String, String> axes = defaults(table);
    List<String> program = new ArrayList<>();
    Map<String, String> options = new LinkedHashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      String option = equals < 0 ? argument : argument.substring(0, equals);
      String value = equals < 0 ? "" : argument.substring(equals + 1);
      String name = option.replaceFirst("^--", "");
      if (option.startsWith(OPTION_PREFIX)) {
        options.put(option.substring(OPTION_PREFIX.length()), value);
      } else if (option.startsWith("--") && axes.containsKey(name)) {
        axes.put(name, value.isEmpty() && name.equals("json") ? "true" : value);
      } else if (option.startsWith("--") && PROGRAM_OPTIONS.contains(name)) {
        program.add(argument);
      } else {
        String known = "--" + String.join(", --", axes.keySet());
        throw new IllegalArgumentException(
            "unknown argument '%s': there are %s, --%s and --grcuda.NAME=VALUE"
                .formatted(argument, known, String.join(", --", PROGRAM_OPTIONS)));
      }
    }
    return new MatrixSettings(
        cells(table, axes, program, options),
        Path.of(axes.get("output")),
        axes.get("json").equals("true"),
        list(axes, "policies"));
  }

  private static Set<Cell> cells(
      SuiteTable table,
      Map<String, String> axes,
      List<String> program,
      Map<String, String> options) {
    Set<Cell> cells = new LinkedHashSet<>();
    for (String benchmark : list(axes, "benchmarks")) {
      SuiteTable.Entry entry = table.benchmark(benchmark);
      for (int size : sizes(axes, entry)) {
        for (int partitions : partitions(axes, entry)) {
          Cell first =
              new Cell(benchmark, size, partitions, "java", 1, "async", "auto", program, options);
          cells.addAll(onMachines(axes, first));
        }
      }
    }
    return cells;
  }

  /** In each language, on each number of devices, under each policy: one, where one device is. */
  private static List<Cell> onMachines(Map<String, String> axes, Cell first) {
    List<Cell> cells = new ArrayList<>();
    for (String host : list(axes, "hosts")) {
      if (!HOSTS.contains(host)) {
        throw new IllegalArgumentException(
            "--hosts: expected some of %s, given '%s'".formatted(String.join(",", HOSTS), host));
      }
      for (String devices : list(axes, "devices")) {
        int count = number("devices", devices);
        for (String execution : list(axes, "executions")) {
          for (String policy : count == 1 ? List.of(ONE_DEVICE) : list(axes, "policies")) {
            cells.add(
                new Cell(
                    first.benchmark(),
                    first.size(),
                    first.partitions(),
                    host,
                    count,
                    execution,
                    policy,
                    first.arguments(),
                    first.options()));
          }
        }
      }
    }
    return cells;
  }

  private static List<Integer> sizes(Map<String, String> axes, SuiteTable.Entry entry) {
    return list(axes, "sizes").stream()
        .map(
            size ->
                switch (size) {
                  case "default" -> entry.size();
                  case "small" -> entry.small();
                  default -> number("sizes", size);
                })
        .toList();
  }

  private static List<Integer> partitions(Map<String, String> axes, SuiteTable.Entry entry) {
    if (entry.partitions() == null) {
      return List.of(1);
    }
    return list(axes, "partitions").stream()
        .map(count -> count.equals("default") ? entry.partitions() : number("partitions", count))
        .toList();
  }

  private static List<String> list(Map<String, String> axes, String name) {
    List<String> values = Arrays.asList(axes.get(name).split(","));
    if (values.contains("")) {
      throw new IllegalArgumentException(
          "--%s: expected values with commas between them, given '%s'"
              .formatted(name, axes.get(name)));
    }
    return values;
  }

  private static int number(String name, String value) {
    if (!value.matches("[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException(
          "--%s: expected whole numbers from 1, given '%s'".formatted(name, value));
    }
    return Integer.parseInt(value);
  }
}
