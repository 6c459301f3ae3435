package org.grcuda.bench.suite;

import com.google.gson.annotations.SerializedName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a benchmark is run: the same options, under the same names, in every language.
 *
 * @param size of the problem, as the benchmark defines it
 * @param iterations that are timed
 * @param warmUp iterations before, which are not
 * @param partitions of the data; independent of the number of devices
 * @param blockSize threads of a block, in launches of one dimension
 * @param blockSize2d threads along each side of a block, in launches of two
 * @param blocks of a launch of one dimension; 0: as many as it takes for a thread per element
 * @param reinit whether the host writes the inputs before each iteration, not only the first
 * @param validate whether each iteration's results are held against what the host computes
 * @param data {@code full}, or {@code touch}: inputs count as written by the host, which writes
 *     nothing, and nothing is validated; for simulated devices
 * @param json whether the result is printed as JSON
 */
public record ProgramSettings(
    int size,
    int iterations,
    @SerializedName("warm-up") int warmUp,
    int partitions,
    @SerializedName("block-size") int blockSize,
    @SerializedName("block-size-2d") int blockSize2d,
    int blocks,
    boolean reinit,
    boolean validate,
    String data,
    boolean json) {

  /** Whether results can be, and are to be, held against the host's. */
  public boolean isValidated() {
    return validate && data.equals("full");
  }

  /**
   * The settings of the benchmark {@code name} under the options {@code arguments}.
   *
   * @throws IllegalArgumentException for an option that does not exist or has no such value
   */
  static ProgramSettings parse(String name, SuiteTable.Entry entry, List<String> arguments) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("size", "" + entry.size());
    values.put("iterations", "30");
    values.put("warm-up", "3");
    values.put("partitions", entry.partitions() == null ? "1" : "" + entry.partitions());
    values.put("block-size", "256");
    values.put("block-size-2d", "16");
    values.put("blocks", "0");
    values.put("reinit", "false");
    values.put("validate", "true");
    values.put("data", "full");
    values.put("json", "false");
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      String option = equals < 0 ? argument : argument.substring(0, equals);
      if (!option.startsWith("--") || !values.containsKey(option.substring(2))) {
        String known = "--" + String.join(", --", values.keySet());
        throw new IllegalArgumentException(
            "unknown option '" + option + "': there are " + known + ", --grcuda.NAME");
      }
      values.put(option.substring(2), equals < 0 ? "" : argument.substring(equals + 1));
    }
    return of(values).checked(name, entry);
  }

  private static ProgramSettings of(Map<String, String> values) {
    return new ProgramSettings(
        number(values, "size"),
        number(values, "iterations"),
        number(values, "warm-up"),
        number(values, "partitions"),
        number(values, "block-size"),
        number(values, "block-size-2d"),
        number(values, "blocks"),
        flag(values, "reinit"),
        flag(values, "validate"),
        oneOf(values, "data", List.of("full", "touch")),
        flag(values, "json"));
  }

  private ProgramSettings checked(String name, SuiteTable.Entry entry) {
    if (size < 1 || iterations < 1) {
      throw new IllegalArgumentException("--size, --iterations: expected a whole number from 1");
    }
    int most = entry.partitions() == null ? 1 : size;
    if (partitions < 1 || partitions > most) {
      throw new IllegalArgumentException(
          "--partitions: %s of size %d has 1 to %d partitions, given '%d'"
              .formatted(name, size, most, partitions));
    }
    return this;
  }

  private static int number(Map<String, String> values, String key) {
    String value = values.get(key);
    if (!value.matches("[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "--%s: expected a whole number, given '%s'".formatted(key, value));
    }
    return Integer.parseInt(value);
  }

  private static boolean flag(Map<String, String> values, String key) {
    return oneOf(values, key, List.of("true", "false", "")).compareTo("false") != 0;
  }

  private static String oneOf(Map<String, String> values, String key, List<String> legal) {
    String value = values.get(key);
    if (!legal.contains(value)) {
      throw new IllegalArgumentException(
          "--%s: expected %s or %s, given '%s'".formatted(key, legal.get(0), legal.get(1), value));
    }
    return value;
  }
}
