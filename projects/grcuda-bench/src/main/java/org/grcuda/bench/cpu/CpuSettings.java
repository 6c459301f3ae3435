package org.grcuda.bench.cpu;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is measured: by default everything. */
final class CpuSettings {

  private static final String OPTION = "--grcuda.";

  private boolean quick;
  private boolean json;
  private boolean processorTime;
  private boolean alone;
  private String kernel = "";
  private final Map<String, String> options = new LinkedHashMap<>();

  private CpuSettings() {}

  /**
   * Reads the arguments of the benchmark.
   *
   * @throws IllegalArgumentException for one that is unknown, saying what there is
   */
  static CpuSettings parse(List<String> arguments) {
    CpuSettings settings = new CpuSettings();
    arguments.forEach(settings::set);
    return settings;
  }

  private void set(String argument) {
    int equals = argument.indexOf('=');
    String name = equals < 0 ? argument : argument.substring(0, equals);
    String value = equals < 0 ? "" : argument.substring(equals + 1);
    if (name.startsWith(OPTION)) {
      options.put(name.substring(OPTION.length()), value);
      return;
    }
    switch (name) {
      case "--quick" -> quick = true;
      case "--json" -> json = true;
      case "--cpu" -> processorTime = true;
      case "--alone" -> alone = true;
      case "--kernel" -> kernel = known(value);
      default ->
          throw new IllegalArgumentException(
              "unknown argument '"
                  + argument
                  + "'; expected --quick, --json, --cpu, --alone, --kernel=NAME or"
                  + " --grcuda.OPTION=VALUE");
    }
  }

  private static String known(String name) {
    List<String> names = Entry.all().map(Entry::name).toList();
    if (!names.contains(name)) {
      throw new IllegalArgumentException(
          "--kernel: expected one of " + String.join(", ", names) + ", given '" + name + "'");
    }
    return name;
  }

  boolean isQuick() {
    return quick;
  }

  boolean isJson() {
    return json;
  }

  /** Whether to compare the time of processors, all threads together: for a machine under load. */
  boolean isProcessorTime() {
    return processorTime;
  }

  /** Whether to leave the peers out. */
  boolean isAlone() {
    return alone;
  }

  /** Options of the context, by name without prefix. */
  Map<String, String> options() {
    return options;
  }

  List<Entry> entries() {
    return Entry.all().filter(entry -> kernel.isEmpty() || entry.name().equals(kernel)).toList();
  }
}
