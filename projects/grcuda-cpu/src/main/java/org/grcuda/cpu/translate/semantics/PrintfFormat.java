package org.grcuda.cpu.translate.semantics;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code printf} format string, formatted as C does (ISO C 7.21.6.1; CUDA C++ Programming Guide,
 * Format Specifiers): {@code %[flags][width][.precision][size]type}.
 */
final class PrintfFormat {

  /** The values to print, in order. */
  interface Arguments {
    int nextInt();

    long nextLong();

    double nextDouble();

    /** A string given by its address. */
    String nextString();
  }

  private static final Pattern SPECIFIER =
      Pattern.compile("%([-+ #0]*+)(\\*|\\d*+)(?:\\.(\\*|\\d*+))?+(hh|h|ll|l|j|z|t|L)?([%a-zA-Z])");

  /** Most characters of one call: the size of CUDA's own buffer (cudaLimitPrintfFifoSize). */
  private static final int MOST_CHARACTERS = 1 << 20;

  /** Wider fields are as wide as this. */
  private static final int WIDEST = 1 << 16;

  /** Bits of a double's mantissa. */
  private static final int MANTISSA = 52;

  private record Specifier(
      String flags, String width, String precision, String size, char conversion) {

    boolean has(char flag) {
      return flags.indexOf(flag) >= 0;
    }
  }

  /** Literal strings and {@link Specifier}s. */
  private final List<Object> parts = new ArrayList<>();

  private int arguments;

  private PrintfFormat() {}

  /** Reads a format; text that is not a specifier is printed unchanged. */
  static PrintfFormat parse(String format) {
    PrintfFormat result = new PrintfFormat();
    Matcher matcher = SPECIFIER.matcher(format);
    int end = 0;
    while (matcher.find()) {
      result.parts.add(format.substring(end, matcher.start()));
      end = matcher.end();
      char conversion = matcher.group(5).charAt(0);
      if (conversion == '%') {
        result.parts.add("%");
        continue;
      }
      result.parts.add(
          new Specifier(
              matcher.group(1), matcher.group(2), matcher.group(3), matcher.group(4), conversion));
      result.arguments++;
    }
    result.parts.add(format.substring(end));
    return result;
  }

  /** Number of values that are printed. */
  int arguments() {
    return arguments;
  }

  /** The text for these values. */
  String format(Arguments values) {
    StringBuilder out = new StringBuilder();
    for (Object part : parts) {
      if (out.length() > MOST_CHARACTERS) {
        out.setLength(MOST_CHARACTERS);
        return out.append("[printf: cut off here]\n").toString();
      }
      if (part instanceof Specifier specifier) {
        out.append(format(specifier, values));
      } else {
        out.append(part);
      }
    }
    return out.toString();
  }

  private static String format(Specifier s, Arguments values) {
    int width = number(s.width(), 0, values);
    boolean left = s.has('-') || width < 0;
    int precision = s.precision() == null ? -1 : number(s.precision(), 0, values);
    String body = body(s, precision, values);
    int missing = Math.abs(width) - body.length();
    if (missing <= 0) {
      return body;
    }
    if (left) {
      return body + " ".repeat(missing);
    }
    boolean integer = "diuoxX".indexOf(s.conversion()) >= 0;
    boolean zeros = s.has('0') && "csp".indexOf(s.conversion()) < 0 && !(integer && precision >= 0);
    if (!zeros || body.endsWith("inf") || body.endsWith("nan")) {
      return " ".repeat(missing) + body;
    }
    int prefix = prefixLength(body);
    return body.substring(0, prefix) + "0".repeat(missing) + body.substring(prefix);
  }

  private static int prefixLength(String body) {
    int sign = "+- ".indexOf(body.charAt(0)) >= 0 ? 1 : 0;
    return body.regionMatches(true, sign, "0x", 0, 2) ? sign + 2 : sign;
  }

  private static int number(String text, int missing, Arguments values) {
    if (text.equals("*")) {
      return Math.clamp(values.nextInt(), -WIDEST, WIDEST);
    }
    if (text.isEmpty()) {
      return missing;
    }
    return text.length() > 5 ? WIDEST : Math.min(WIDEST, Integer.parseInt(text));
  }

  private static String body(Specifier s, int precision, Arguments values) {
    return switch (s.conversion()) {
      case 'd', 'i' -> signed(s, precision, integer(s, true, values));
      case 'u' -> digits(Long.toUnsignedString(integer(s, false, values)), precision);
      case 'o' -> octal(s, precision, integer(s, false, values));
      case 'x', 'X' -> hexadecimal(s, precision, integer(s, false, values));
      case 'c' -> String.valueOf((char) (values.nextInt() & 0xff));
      case 'p' -> "0x" + Long.toHexString(values.nextLong());
      case 's' -> {
        String text = values.nextString();
        yield precision >= 0 && precision < text.length() ? text.substring(0, precision) : text;
      }
      case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A' -> real(s, precision, values.nextDouble());
      default -> "%" + s.conversion();
    };
  }

  private static long integer(Specifier s, boolean signed, Arguments values) {
    String size = s.size() == null ? "" : s.size();
    return switch (size) {
      case "l", "ll", "j", "z", "t" -> values.nextLong();
      case "hh" -> signed ? (byte) values.nextInt() : values.nextInt() & 0xff;
      case "h" -> signed ? (short) values.nextInt() : values.nextInt() & 0xffff;
      default -> signed ? values.nextInt() : values.nextInt() & 0xffff_ffffL;
    };
  }

  private static String sign(Specifier s, boolean negative) {
    return negative ? "-" : s.has('+') ? "+" : s.has(' ') ? " " : "";
  }

  private static String signed(Specifier s, int precision, long value) {
    String magnitude = value < 0 ? Long.toString(value).substring(1) : Long.toString(value);
    return sign(s, value < 0) + digits(magnitude, precision);
  }

  private static String digits(String digits, int precision) {
    String shown = precision == 0 && digits.equals("0") ? "" : digits;
    return "0".repeat(Math.max(0, precision - shown.length())) + shown;
  }

  private static String octal(Specifier s, int precision, long value) {
    String text = digits(Long.toOctalString(value), precision);
    return s.has('#') && !text.startsWith("0") ? "0" + text : text;
  }

  private static String hexadecimal(Specifier s, int precision, long value) {
    String text =
        (s.has('#') && value != 0 ? "0x" : "") + digits(Long.toHexString(value), precision);
    return s.conversion() == 'X' ? text.toUpperCase(Locale.ROOT) : text;
  }

  private static String real(Specifier s, int precision, double value) {
    boolean upper = Character.isUpperCase(s.conversion());
    boolean negative = Double.doubleToRawLongBits(value) < 0 && value == value;
    double magnitude = Math.abs(value);
    String text;
    if (Double.isNaN(value)) {
      text = "nan";
    } else if (Double.isInfinite(value)) {
      text = "inf";
    } else {
      int digits = precision < 0 ? 6 : precision;
      text =
          switch (Character.toLowerCase(s.conversion())) {
            case 'f' -> pointed(s, fixed(magnitude, digits));
            case 'e' -> pointed(s, exponential(magnitude, digits));
            case 'g' -> pointed(s, general(s, magnitude, Math.max(1, digits)));
            default -> pointed(s, binary(magnitude, precision));
          };
    }
    return sign(s, negative) + (upper ? text.toUpperCase(Locale.ROOT) : text);
  }

  /** {@code #}: a number has a point even if no digit follows. */
  private static String pointed(Specifier s, String text) {
    if (!s.has('#') || text.indexOf('.') >= 0) {
      return text;
    }
    int mantissa = text.startsWith("0x") ? text.indexOf('p') : text.indexOf('e');
    return mantissa < 0 ? text + "." : text.substring(0, mantissa) + "." + text.substring(mantissa);
  }

  private static String fixed(double magnitude, int digits) {
    return new BigDecimal(magnitude).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
  }

  /**
   * {@code %a}: hexadecimal digits of the mantissa and a power of 2.
   *
   * @param digits after the point; negative for as many as are needed
   */
  private static String binary(double magnitude, int digits) {
    long bits = Double.doubleToRawLongBits(magnitude);
    long fraction = bits & (1L << MANTISSA) - 1;
    int exponent = (int) (bits >>> MANTISSA);
    long whole = exponent == 0 ? 0 : 1;
    int power = magnitude == 0 ? 0 : Math.max(exponent, 1) - Double.MAX_EXPONENT;
    String shown = "%013x".formatted(fraction);
    if (digits < 0) {
      shown = shown.replaceFirst("0+$", "");
    } else if (digits < shown.length()) {
      BigDecimal unit = BigDecimal.valueOf(1L << MANTISSA - 4 * digits);
      BigDecimal mantissa = BigDecimal.valueOf(whole << MANTISSA | fraction);
      long rounded = mantissa.divide(unit, 0, RoundingMode.HALF_EVEN).longValueExact();
      whole = rounded >>> 4 * digits;
      long rest = rounded & (1L << 4 * digits) - 1;
      shown = digits == 0 ? "" : ("%0" + digits + "x").formatted(rest);
    } else {
      shown += "0".repeat(digits - shown.length());
    }
    String point = shown.isEmpty() ? "" : ".";
    return "0x" + whole + point + shown + "p" + (power < 0 ? "" : "+") + power;
  }

  private static String exponential(double magnitude, int digits) {
    BigDecimal exact = new BigDecimal(magnitude);
    if (exact.signum() == 0) {
      return (digits == 0 ? "0" : "0." + "0".repeat(digits)) + "e+00";
    }
    BigDecimal rounded = exact.round(new MathContext(digits + 1, RoundingMode.HALF_EVEN));
    int exponent = rounded.precision() - rounded.scale() - 1;
    String mantissa =
        rounded.movePointLeft(exponent).setScale(digits, RoundingMode.UNNECESSARY).toPlainString();
    return mantissa + "e" + (exponent < 0 ? "-" : "+") + "%02d".formatted(Math.abs(exponent));
  }

  private static String general(Specifier s, double magnitude, int digits) {
    BigDecimal rounded =
        new BigDecimal(magnitude).round(new MathContext(digits, RoundingMode.HALF_EVEN));
    int exponent = magnitude == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    if (exponent < -4 || exponent >= digits) {
      String text = exponential(magnitude, digits - 1);
      int e = text.indexOf('e');
      return s.has('#') ? text : stripZeros(text.substring(0, e)) + text.substring(e);
    }
    String text =
        rounded
            .setScale(Math.max(0, digits - 1 - exponent), RoundingMode.HALF_EVEN)
            .toPlainString();
    return s.has('#') ? text : stripZeros(text);
  }

  private static String stripZeros(String text) {
    return text.indexOf('.') < 0 ? text : text.replaceFirst("\\.?0+$", "");
  }
}
