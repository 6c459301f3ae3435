package org.grcuda.tests.property;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.grcuda.core.option.Options;
import org.grcuda.cpu.x86.Processor;
import org.grcuda.driver.option.Form;
import org.grcuda.driver.option.Option;
import org.grcuda.tests.Configuration;

/**
 * The options under which programs must compute the same, with the values that are tried: of words
 * and truth values all that the table of options has, so that what is new there takes part by
 * itself; of others those listed here.
 */
final class OptionSpace {

  /** Stands for an option that is not given. */
  static final String UNSET = "";

  /** Stands for a file that does not exist yet. Its kind is one for which times are recorded. */
  static final String NEW_FILE = "<new file>.json";

  /** The devices of two drivers, which share no managed memory. */
  private static final String TWO_BACKENDS = "twin+cpu";

  /** One option with the values that are tried. */
  record Dimension(String name, List<String> values) {}

  private static final Map<String, List<String>> CHOSEN =
      Map.ofEntries(
          Map.entry("Backend", List.of("auto", "sim", TWO_BACKENDS)),
          Map.entry("Topology", List.of(UNSET, "a100-4", "pcie-2")),
          Map.entry("SimCompute", List.of("true")),
          Map.entry("CpuDevices", List.of("1", "2", "4", "8")),
          Map.entry("CpuDeviceMemory", List.of(UNSET, "6K")),
          Map.entry("CpuThreads", List.of(UNSET, "1")),
          Map.entry("CpuSimd", machineCode()),
          Map.entry("MaxStreamsPerDevice", List.of("1", "3", "16")),
          Map.entry("TaskBufferDepth", List.of("8", "2", "30")),
          Map.entry("DataThreshold", List.of("0.1", "0", "1")),
          Map.entry("ExportDAG", List.of(UNSET, NEW_FILE)));

  /**
   * How often values come in the product for each time that others of their option do. A thread
   * that spins takes a core from what it waits for, and a file is written once all is done: few
   * programs show what there is to see.
   */
  private static final Map<String, Map<String, Integer>> WEIGHTS =
      Map.of(
          "SyncPolicy", Map.of("hybrid", 6, "block", 6, "yield", 3),
          "ExportDAG", Map.of(UNSET, 3));

  /**
   * They choose a library, what follows its calls, what is a warning, or what ranks do: nothing
   * that is scheduled.
   */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "AccessModeCheck",
          "ProgramCheck",
          "RestoreFloatingPointModes",
          "CuBLASEnabled",
          "CuSPARSEEnabled",
          "CuMLEnabled",
          "TensorRTEnabled",
          "CUBEnabled",
          "CuRANDEnabled");

  private OptionSpace() {}

  /** Besides the best machine code of the processor, what else it executes. */
  private static List<String> machineCode() {
    Stream<String> others =
        Processor.current().available().stream()
            .skip(1)
            .map(set -> set.name().toLowerCase(Locale.ROOT));
    return Stream.concat(Stream.of("auto", "false"), others).toList();
  }

  /** What is varied, in the order of the table. */
  static List<Dimension> dimensions() {
    List<Dimension> dimensions = new ArrayList<>();
    for (Option option : Options.all()) {
      List<String> values = values(option);
      if (values.size() > 1 && !LEFT_OUT.contains(option.name())) {
        dimensions.add(new Dimension(option.name(), values));
      }
    }
    return dimensions;
  }

  private static List<String> values(Option option) {
    List<String> chosen = CHOSEN.get(option.name());
    if (chosen != null) {
      return chosen;
    }
    if (option.form().equals(Form.BOOLEAN)) {
      return List.of("true", "false");
    }
    boolean isChoice =
        option.form().equals(Form.CHOICE) || option.name().equals("DeviceSelectionPolicy");
    return isChoice ? option.words() : List.of();
  }

  /** Configurations that hold every pair of values of every two options. */
  static List<Configuration> pairwise() {
    List<Dimension> dimensions = dimensions();
    int[] sizes = dimensions.stream().mapToInt(dimension -> dimension.values().size()).toArray();
    return CoveringArray.pairwise(sizes).stream()
        .map(row -> configuration(dimensions, row))
        .toList();
  }

  /** Number of configurations in the full product. */
  static long productSize() {
    return size(dimensions());
  }

  private static long size(List<Dimension> dimensions) {
    return dimensions.stream()
        .mapToLong(dimension -> dimension.values().size())
        .reduce(1, Math::multiplyExact);
  }

  /** With each value as often as it weighs. */
  private static Dimension weighted(Dimension dimension) {
    Map<String, Integer> weights = WEIGHTS.getOrDefault(dimension.name(), Map.of());
    List<String> values = new ArrayList<>();
    for (String value : dimension.values()) {
      values.addAll(Collections.nCopies(weights.getOrDefault(value, 1), value));
    }
    return new Dimension(dimension.name(), values);
  }

  /**
   * The first {@code count} configurations of the full product, some of them more often than
   * others, in an order in which each part of it is like the whole; over again once it is through.
   */
  static Stream<Configuration> product(long count) {
    List<Dimension> dimensions = dimensions().stream().map(OptionSpace::weighted).toList();
    long size = size(dimensions);
    // The golden section of the size, made coprime to it: every configuration comes once.
    long step = Math.max(1, (long) (size * 0.6180339887498949));
    while (greatestDivisor(step, size) != 1) {
      step++;
    }
    long stride = step;
    return Stream.iterate(0L, at -> (at + stride) % size)
        .limit(count)
        .map(number -> configuration(dimensions, digits(dimensions, number)));
  }

  private static long greatestDivisor(long a, long b) {
    return b == 0 ? a : greatestDivisor(b, a % b);
  }

  private static int[] digits(List<Dimension> dimensions, long number) {
    int[] row = new int[dimensions.size()];
    long rest = number;
    for (int i = 0; i < row.length; i++) {
      int base = dimensions.get(i).values().size();
      row[i] = (int) (rest % base);
      rest /= base;
    }
    return row;
  }

  private static Configuration configuration(List<Dimension> dimensions, int[] row) {
    Map<String, String> options = new TreeMap<>();
    for (int i = 0; i < row.length; i++) {
      String value = dimensions.get(i).values().get(row[i]);
      if (!value.equals(UNSET)) {
        options.put(dimensions.get(i).name(), value);
      }
    }
    if (TWO_BACKENDS.equals(options.get("Backend"))) {
      options.remove("MemoryManager", "managed");
    }
    return new Configuration(options);
  }

  /** Reads what {@link #describe} wrote. */
  static Configuration parse(String text) {
    Map<String, String> options = new TreeMap<>();
    for (String item : text.split(",")) {
      String[] parts = item.split("=", 2);
      options.put(parts[0], parts[1]);
    }
    return new Configuration(options);
  }

  /** All of a configuration as one word. */
  static String describe(Configuration configuration) {
    List<String> items = new ArrayList<>();
    configuration.options().forEach((name, value) -> items.add(name + "=" + value));
    return String.join(",", items);
  }
}
