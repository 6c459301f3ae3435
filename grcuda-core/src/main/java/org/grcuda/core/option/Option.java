package org.grcuda.core.option;

import java.util.List;
import java.util.Locale;
import org.grcuda.core.text.Suggestions;
import org.grcuda.driver.TracedThread;
import org.grcuda.runtime.Places;
import org.grcuda.types.GrCudaException;

/**
 * One option of the table in {@link Options}.
 *
 * @param name as users write it after {@code grcuda.}
 * @param kind what its values look like
 * @param values the legal values of a {@link Kind#CHOICE}, or the words that another kind takes
 *     besides, such as {@code all}
 * @param planned values that are known but not available in this version, refused by name
 * @param defaultValue as a user would write it; empty: unset
 * @param help one line
 */
public record Option(
    String name,
    Kind kind,
    List<String> values,
    List<String> planned,
    String defaultValue,
    String help) {

  /** Threads of a device, streams of a device: more than any machine runs at once. */
  private static final int MOST_COUNTED = 1024;

  private static final int MOST_LIMIT = 100_000_000;

  /** What the values of an option look like. */
  public enum Kind {
    /** One of a list of words. */
    CHOICE,
    /** One of a list of words, or the name of a policy that a program brings. */
    POLICY,
    /** {@code true} or {@code false}. */
    BOOLEAN,
    /** A whole number from 1 to {@value Option#MOST_COUNTED}. */
    COUNT,
    /** A whole number from 1 to {@value Option#MOST_LIMIT}. */
    LIMIT,
    /** A number of devices, from 1 to {@link Places#MAX_DEVICES}. */
    DEVICES,
    /** A number of bytes, with an optional unit: {@code 512M}, {@code 4G}. */
    SIZE,
    /** A time with its unit: {@code 20us}, {@code 1ms}. */
    DURATION,
    /** A number from 0 to 1. */
    FRACTION,
    /** A number above 0, up to 1. */
    SHARE,
    /** A thread of a kernel: {@code kernel:block:thread}. */
    THREAD,
    /** A path of the file system. */
    PATH,
    /** Any word: checked where it is used. */
    NAME,
    /** Known, but not available in this version: any value is refused. */
    PLANNED
  }

  /** The name in full, such as {@code grcuda.Backend}. */
  public String fullName() {
    return "grcuda." + name;
  }

  /**
   * Checks one value.
   *
   * @return the value, in the spelling of the table
   * @throws GrCudaException naming the option, the value and the legal ones
   */
  public String check(String value) {
    if (kind == Kind.PLANNED) {
      throw refuse(" is not available in this version");
    }
    if (planned.contains(value)) {
      throw refuse(
          ": '"
              + value
              + "' is not available in this version"
              + (values.isEmpty() ? "" : "; available: " + listed(values)));
    }
    if (values.contains(value) || isWellFormed(value)) {
      return value;
    }
    throw refuse(
        ": unknown value '"
            + value
            + "'"
            + Suggestions.didYouMean(value, values, "legal values", legalValues()));
  }

  /** What may be given, for messages and documentation. */
  public String legalValues() {
    String words = listed(values);
    String form =
        switch (kind) {
          case CHOICE, PLANNED -> "";
          case POLICY -> "the name of a policy of yours";
          case BOOLEAN -> "true, false";
          case COUNT -> "a whole number from 1 to " + MOST_COUNTED;
          case LIMIT -> "a whole number from 1 to " + MOST_LIMIT;
          case DEVICES -> "a whole number from 1 to " + Places.MAX_DEVICES;
          case SIZE -> "a number of bytes, such as 1048576, 512M or 4G";
          case DURATION -> "a time, such as 500ns, 20us or 1ms";
          case FRACTION -> "a number from 0 to 1";
          case SHARE -> "a number above 0, up to 1";
          case THREAD -> "kernel:block:thread, such as square:0:5 or square:1,0,0:5,2,0";
          case PATH -> "a path";
          case NAME -> "a name";
        };
    return form.isEmpty() || words.isEmpty() ? words + form : words + ", " + form;
  }

  private boolean isWellFormed(String value) {
    return switch (kind) {
      case CHOICE, PLANNED -> false;
      case POLICY -> DevicePolicies.isProvided(value);
      case BOOLEAN -> value.equals("true") || value.equals("false");
      case COUNT -> isCount(value, MOST_COUNTED);
      case LIMIT -> isCount(value, MOST_LIMIT);
      case DEVICES -> isCount(value, Places.MAX_DEVICES);
      case SIZE -> value.matches("[1-9][0-9]{0,17}|[1-9][0-9]{0,8}[KMGkmg]");
      case DURATION -> value.matches("[1-9][0-9]{0,8}(ns|us|ms|s)");
      case FRACTION -> value.matches("0(\\.[0-9]{1,15})?|1(\\.0{1,15})?");
      case SHARE -> value.matches("0\\.(?=0*[1-9])[0-9]{1,15}|1(\\.0{1,15})?");
      case THREAD -> TracedThread.isWellFormed(value);
      case PATH, NAME -> !value.isEmpty();
    };
  }

  private static boolean isCount(String value, int most) {
    return value.matches("[1-9][0-9]{0,8}") && Integer.parseInt(value) <= most;
  }

  private GrCudaException refuse(String what) {
    return new GrCudaException(GrCudaException.Kind.VALUE, "option " + fullName() + what);
  }

  private static String listed(List<String> words) {
    return String.join(", ", words);
  }

  /** The nanoseconds that a well-formed {@link Kind#DURATION} means. */
  static long nanos(String duration) {
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

  /** The bytes that a well-formed {@link Kind#SIZE} means. */
  static long bytes(String size) {
    char unit = size.toLowerCase(Locale.ROOT).charAt(size.length() - 1);
    int shift = unit == 'k' ? 10 : unit == 'm' ? 20 : unit == 'g' ? 30 : 0;
    String digits = shift == 0 ? size : size.substring(0, size.length() - 1);
    return Long.parseLong(digits) << shift;
  }
}
