package org.grcuda.bench.suite.matrix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.bench.arguments.Names;
import org.grcuda.bench.arguments.WholeNumber;
import org.grcuda.bench.suite.ProgramOptions;
import org.grcuda.bench.suite.SuiteTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The settings of a matrix. Every combination of the given values is run. */
@Command
final class MatrixSettings {

  private static final String ONE_DEVICE = "single-gpu";
  private static final String DEFAULT = "default";

  private final SuiteTable table;
  private final Map<String, String> contextOptions = new LinkedHashMap<>();

  @Mixin private ProgramOptions program = new ProgramOptions();

  @Option(names = "--benchmarks", split = ",", paramLabel = "NAME", description = "Default: all.")
  private List<String> benchmarks;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "N",
      description = "Of the problems, besides numbers default and small; default: default.")
  private List<String> sizes = List.of(DEFAULT);

  @Option(
      names = "--partitions",
      split = ",",
      paramLabel = "COUNT",
      description = "Of the data; default: as many as the benchmark has by default.")
  private List<String> partitions = List.of(DEFAULT);

  @Option(
      names = "--hosts",
      split = ",",
      paramLabel = "NAME",
      converter = HostNames.class,
      description = "Languages: java, java-hand (scheduled by hand), python, js; default: java.")
  private List<String> hosts = List.of("java");

  @Option(
      names = "--devices",
      split = ",",
      paramLabel = "COUNT",
      converter = WholeNumber.class,
      description = "Numbers of devices; default: 1,2.")
  private List<Integer> devices = List.of(1, 2);

  @Option(
      names = "--executions",
      split = ",",
      paramLabel = "NAME",
      description = "Of the option ExecutionPolicy; default: async.")
  private List<String> executions = List.of("async");

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "NAME",
      description =
          "Of the option DeviceSelectionPolicy; plots compare with the first. Default: auto.")
  private List<String> policies = List.of("auto");

  @Option(
      names = "--output",
      paramLabel = "FOLDER",
      description = "Of the results, and of what is done already; default: ${DEFAULT-VALUE}.")
  private Path output = Path.of("suite-results");

  @Option(names = "--json", description = "Prints the results as JSON.")
  private boolean json;

  private static final class HostNames extends Names {
    HostNames() {
      super(List.of("java", "java-hand", "python", "js"));
    }
  }

  MatrixSettings(SuiteTable table) {
    this.table = table;
    benchmarks = List.copyOf(table.benchmarks().keySet());
  }

  /** Options of the context, by name. */
  Map<String, String> contextOptions() {
    return contextOptions;
  }

  /** The folder of the results. */
  Path output() {
    return output;
  }

  /** Whether results are printed as JSON. */
  boolean json() {
    return json;
  }

  /** The device selection policies, in the order given. Plots compare with the first one. */
  List<String> policies() {
    return policies;
  }

  /**
   * The runs, in their order.
   *
   * @throws IllegalArgumentException if there is no such benchmark, or a size or number of
   *     partitions is not valid
   */
  Set<Cell> cells() {
    List<String> arguments = program.words();
    Set<Cell> cells = new LinkedHashSet<>();
    for (String benchmark : benchmarks) {
      SuiteTable.Entry entry = table.benchmark(benchmark);
      for (int size : sizes(entry)) {
        for (int count : partitions(entry)) {
          cells.addAll(
              onMachines(
                  new Cell(
                      benchmark,
                      size,
                      count,
                      "java",
                      1,
                      "async",
                      "auto",
                      arguments,
                      contextOptions)));
        }
      }
    }
    return cells;
  }

  /**
   * The cell in each language, on each number of devices, under each policy. On one device there is
   * only one device selection policy.
   */
  private List<Cell> onMachines(Cell first) {
    List<Cell> cells = new ArrayList<>();
    for (String host : hosts) {
      for (int count : devices) {
        for (String execution : executions) {
          for (String policy : count == 1 ? List.of(ONE_DEVICE) : policies) {
            cells.add(first.with(host, execution, policy, count));
          }
        }
      }
    }
    return cells;
  }

  private List<Integer> sizes(SuiteTable.Entry entry) {
    return sizes.stream()
        .map(
            size ->
                switch (size) {
                  case DEFAULT -> entry.size();
                  case "small" -> entry.small();
                  default -> number("--sizes", size);
                })
        .toList();
  }

  private List<Integer> partitions(SuiteTable.Entry entry) {
    if (entry.partitions() == null) {
      return List.of(1);
    }
    return partitions.stream()
        .map(count -> count.equals(DEFAULT) ? entry.partitions() : number("--partitions", count))
        .toList();
  }

  private static int number(String option, String value) {
    try {
      return new WholeNumber().convert(value);
    } catch (TypeConversionException e) {
      throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
    }
  }
}
