package org.grcuda.runtime.schedule.export;

import java.util.Locale;

/** Numbers as people read them: three significant digits and a unit. */
final class Quantity {

  private static final String[] TIME_UNITS = {"ns", "µs", "ms", "s"};
  private static final String[] BYTE_UNITS = {"B", "kB", "MB", "GB", "TB"};
  private static final double STEP = 1000;

  private Quantity() {}

  /** A duration. */
  static String time(double nanos) {
    return scaled(nanos, TIME_UNITS);
  }

  /** A duration without trailing zeros. */
  static String tick(double nanos) {
    return time(nanos).replaceFirst("(\\.\\d*?)0+ ", "$1 ").replace(". ", " ");
  }

  /** A size. */
  static String bytes(double bytes) {
    return scaled(bytes, BYTE_UNITS);
  }

  /** How many. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A part of a whole. */
  static String percent(double part) {
    return String.format(Locale.ROOT, part < 0.0995 ? "%.1f %%" : "%.0f %%", part * 100);
  }

  /** Three significant digits, all digits before the point. */
  static String significant(double number) {
    double size = Math.abs(number);
    boolean whole = size >= 100 || number == Math.rint(number);
    return String.format(Locale.ROOT, whole ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", number);
  }

  private static String scaled(double number, String[] units) {
    int unit = 0;
    double value = number;
    while (Math.abs(value) >= STEP && unit < units.length - 1) {
      value /= STEP;
      unit++;
    }
    return significant(value) + " " + units[unit];
  }
}
