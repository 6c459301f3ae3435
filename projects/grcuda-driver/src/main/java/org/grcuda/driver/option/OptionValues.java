package org.grcuda.driver.option;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Checked values of options, by name without the prefix {@code grcuda.}. */
@FunctionalInterface
public interface OptionValues {

  /** The value in effect: the given one, else the default; empty if there is neither. */
  String get(String name);

  /**
   * The values of the options of {@code table}.
   *
   * @param given checked values, of other options too
   */
  static OptionValues of(List<Option> table, Map<String, String> given) {
    return name -> {
      String value = given.get(name);
      return value != null ? value : find(table, name).defaultValue();
    };
  }

  private static Option find(List<Option> table, String name) {
    return table.stream()
        .filter(option -> option.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no option " + name + " is declared"));
  }

  /** The value of a count; {@code fallback} where it is a word or unset. */
  default int count(String name, int fallback) {
    String value = get(name);
    return startsWithDigit(value) ? Integer.parseInt(value) : fallback;
  }

  /** The value of a size in bytes; 0 where it is unset. */
  default long bytes(String name) {
    String size = get(name);
    if (size.isEmpty()) {
      return 0;
    }
    char unit = size.toLowerCase(Locale.ROOT).charAt(size.length() - 1);
    int shift = unit == 'k' ? 10 : unit == 'm' ? 20 : unit == 'g' ? 30 : 0;
    String digits = shift == 0 ? size : size.substring(0, size.length() - 1);
    return Long.parseLong(digits) << shift;
  }

  /** The value of a fraction, 0 to 1. */
  default double fraction(String name) {
    return Double.parseDouble(get(name));
  }

  /** The value of a duration in nanoseconds; 0 where it is a word or unset. */
  default long nanos(String name) {
    String duration = get(name);
    if (!startsWithDigit(duration)) {
      return 0;
    }
    String digits = duration.replaceFirst("[a-z]+", "");
    long unit =
        switch (duration.substring(digits.length())) {
          case "ns" -> 1;
          case "us" -> 1_000;
          case "ms" -> 1_000_000;
          default -> 1_000_000_000;
        };
    return Long.parseLong(digits) * unit;
  }

  /** Whether the value is {@code true}. */
  default boolean isTrue(String name) {
    return get(name).equals("true");
  }

  private static boolean startsWithDigit(String value) {
    return !value.isEmpty() && Character.isDigit(value.charAt(0));
  }
}
