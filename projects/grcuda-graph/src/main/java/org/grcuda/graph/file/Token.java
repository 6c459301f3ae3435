package org.grcuda.graph.file;

import ch.randelshofer.fastdoubleparser.JavaFloatParser;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.IntStream;

/** Reads tokens that are no integers. */
final class Token {

  /** Bytes of a token that an error shows. */
  private static final int SHOWN = 40;

  /** Bytes of a number; those that a program writes have fewer than 120. */
  private static final int LONGEST_NUMBER = 1024;

  /** Characters of which numbers are exact as doubles. */
  private static final int PLAIN_LENGTH = 15;

  private static final double[] POWERS_OF_TEN =
      IntStream.rangeClosed(0, Word.COUNT).mapToDouble(i -> Math.pow(10, i)).toArray();

  /** The bits that a double has below those of a float. */
  private static final long BELOW_FLOAT = (1L << 29) - 1;

  /** Those of a double between two floats. Only such a one may round to the wrong float. */
  private static final long HALF_OF_FLOAT = 1L << 28;

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private final MemorySegment text;
  private final byte[] bytes = new byte[LONGEST_NUMBER];

  Token(MemorySegment text) {
    this.text = text;
  }

  /** The token from {@code from} to {@code to}, exclusive, on one line and not too long. */
  String shown(long from, long to) {
    int length = (int) Math.min(SHOWN, to - from);
    take(from, length);
    var shown = new StringBuilder();
    String given = new String(bytes, 0, length, StandardCharsets.UTF_8);
    given
        .codePoints()
        .forEach(
            point -> {
              if (Character.isISOControl(point)) {
                shown.append("\\x%02x".formatted(point));
              } else {
                shown.appendCodePoint(point);
              }
            });
    return shown + (to - from > SHOWN ? "..." : "");
  }

  /**
   * The number from {@code from} to {@code to}, exclusive: a decimal number, or an infinite one.
   *
   * @throws NumberFormatException that says what was expected, if it is none
   */
  float real(long from, long to) {
    if (to - from > LONGEST_NUMBER) {
      throw new NumberFormatException("a number of at most " + LONGEST_NUMBER + " characters");
    }
    float value = plain(from, to);
    if (!Float.isNaN(value)) {
      return value;
    }
    int length = (int) (to - from);
    take(from, length);
    return isDecimal(length) ? decimal(length) : infinite(length);
  }

  /** The number, if it is quick to tell: of few digits, without an exponent. Else NaN. */
  private float plain(long from, long to) {
    boolean negative = text.get(BYTE, from) == '-';
    long first = negative ? from + 1 : from;
    if (to - first > PLAIN_LENGTH || to + Word.COUNT > text.byteSize()) {
      return Float.NaN;
    }
    int whole = Word.count(text, first);
    long point = first + whole;
    boolean hasPoint = text.get(BYTE, point) == '.';
    int fraction = hasPoint ? Word.count(text, point + 1) : 0;
    if (point + (hasPoint ? 1 : 0) + fraction != to || whole + fraction == 0) {
      return Float.NaN;
    }
    double digits = whole == 0 ? 0 : Word.value(text, first, whole);
    if (fraction > 0) {
      digits = digits * POWERS_OF_TEN[fraction] + Word.value(text, point + 1, fraction);
    }
    // Both are exact, so this is the nearest double.
    double nearest = digits / POWERS_OF_TEN[fraction];
    boolean halfway = (Double.doubleToRawLongBits(nearest) & BELOW_FLOAT) == HALF_OF_FLOAT;
    return halfway ? Float.NaN : (float) (negative ? -nearest : nearest);
  }

  private float decimal(int length) {
    float value;
    try {
      value = JavaFloatParser.parseFloat(bytes, 0, length);
    } catch (NumberFormatException e) {
      throw notANumber();
    }
    if (Float.isInfinite(value)) {
      throw new NumberFormatException(
          "a number from -" + Float.MAX_VALUE + " to " + Float.MAX_VALUE);
    }
    return value;
  }

  private float infinite(int length) {
    String word = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "inf", "+inf", "infinity", "+infinity" -> Float.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Float.NEGATIVE_INFINITY;
      default -> throw notANumber();
    };
  }

  private static NumberFormatException notANumber() {
    return new NumberFormatException("a number");
  }

  /** Excludes forms that Java also accepts: 1f, 1d, 0x1p3. */
  private boolean isDecimal(int length) {
    for (int i = 0; i < length; i++) {
      int digit = bytes[i] - '0';
      if ((digit < 0 || digit > 9) && "+-.eE".indexOf(bytes[i]) < 0) {
        return false;
      }
    }
    return true;
  }

  private void take(long from, int length) {
    MemorySegment.copy(text, BYTE, from, bytes, 0, length);
  }
}
