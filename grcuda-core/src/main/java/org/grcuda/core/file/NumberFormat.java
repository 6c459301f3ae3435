package org.grcuda.core.file;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Half;

/**
 * A format of C's printf for one number: {@code %d}, {@code %i}, {@code %e}, {@code %f} or {@code
 * %g}, with flags, width and precision, and text around it.
 */
final class NumberFormat {

  private static final Pattern FORM =
      Pattern.compile("([^%]*)%([-+ 0]*)(\\d*)(?:\\.(\\d+))?([dieEfgG])([^%]*)");

  private static final int USUAL_PRECISION = 6;

  /** Below 1e-4 and from 10^precision on, %g writes an exponent. */
  private static final int LEAST_PLAIN_EXPONENT = -4;

  private final String before;
  private final String flags;
  private final String width;
  private final int precision;
  private final char conversion;
  private final String after;

  private NumberFormat(Matcher form) {
    this.before = form.group(1);
    this.flags = form.group(2);
    this.width = form.group(3);
    this.precision = form.group(4) == null ? USUAL_PRECISION : Integer.parseInt(form.group(4));
    this.conversion = form.group(5).charAt(0);
    this.after = form.group(6);
  }

  /**
   * Parses the format {@code text}.
   *
   * @throws GrCudaException if it is not a format
   */
  static NumberFormat of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "savetxt: expected a format such as '%.6f', '%d' or '%g', given '" + text + "'");
    }
    return new NumberFormat(form);
  }

  /** Appends the element of {@code type} at {@code address}. */
  void append(StringBuilder text, ElementType type, long address) {
    text.append(before);
    switch (type.kind()) {
      case COMPLEX -> {
        ElementType part = type.componentType();
        String im = padded(number(floating(part, address + part.sizeBytes())));
        text.append(" (").append(padded(number(floating(part, address))));
        text.append(im.startsWith("-") ? "" : "+").append(im).append("j)");
      }
      case FLOATING -> text.append(padded(number(floating(type, address))));
      default -> text.append(padded(number(integer(type, address))));
    }
    text.append(after);
  }

  private static double floating(ElementType type, long address) {
    return switch (type) {
      case HALF -> Half.toFloat(HostMemory.getShort(address));
      case FLOAT -> HostMemory.getFloat(address);
      default -> HostMemory.getDouble(address);
    };
  }

  private static BigInteger integer(ElementType type, long address) {
    long bits =
        switch (type.sizeBytes()) {
          case Byte.BYTES -> HostMemory.getByte(address);
          case Short.BYTES -> HostMemory.getShort(address);
          case Integer.BYTES -> HostMemory.getInt(address);
          default -> HostMemory.getLong(address);
        };
    BigInteger value = BigInteger.valueOf(bits);
    boolean wraps = type.kind() == ElementType.Kind.UNSIGNED && bits < 0;
    return wraps ? value.add(BigInteger.ONE.shiftLeft(8 * type.sizeBytes())) : value;
  }

  private String number(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value < 0 ? "-inf" : "inf";
    }
    String digits = digits(new BigDecimal(value).abs());
    return Double.doubleToRawLongBits(value) < 0 && isSigned(value) ? "-" + digits : digits;
  }

  /** Whether a negative number keeps its sign: an integer format has no negative zero. */
  private boolean isSigned(double value) {
    return !isInteger() || value <= -1;
  }

  private String number(BigInteger value) {
    String digits = digits(new BigDecimal(value.abs()));
    return value.signum() < 0 ? "-" + digits : digits;
  }

  private boolean isInteger() {
    return conversion == 'd' || conversion == 'i';
  }

  private String digits(BigDecimal value) {
    return switch (conversion) {
      case 'd', 'i' -> value.toBigInteger().toString();
      case 'f' -> value.setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
      case 'g', 'G' -> general(value);
      default -> scientific(value, precision);
    };
  }

  private String scientific(BigDecimal value, int decimals) {
    BigDecimal rounded = value.round(new MathContext(decimals + 1, RoundingMode.HALF_EVEN));
    int exponent = exponent(rounded);
    String digits =
        rounded.movePointLeft(exponent).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    char letter = Character.isUpperCase(conversion) ? 'E' : 'e';
    return String.format(
        Locale.ROOT, "%s%c%s%02d", digits, letter, exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  private static int exponent(BigDecimal value) {
    return value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
  }

  private String general(BigDecimal value) {
    int digits = Math.max(1, precision);
    int exponent = exponent(value.round(new MathContext(digits, RoundingMode.HALF_EVEN)));
    if (exponent >= LEAST_PLAIN_EXPONENT && exponent < digits) {
      BigDecimal plain = value.setScale(digits - 1 - exponent, RoundingMode.HALF_EVEN);
      return trimmed(plain.toPlainString());
    }
    String text = scientific(value, digits - 1);
    int mantissa = text.length() - 1;
    while (Character.toLowerCase(text.charAt(mantissa)) != 'e') {
      mantissa--;
    }
    return trimmed(text.substring(0, mantissa)) + text.substring(mantissa);
  }

  private static String trimmed(String decimal) {
    return decimal.contains(".") ? decimal.replaceAll("0+$", "").replaceAll("\\.$", "") : decimal;
  }

  private String padded(String number) {
    String signed =
        number.startsWith("-")
            ? number
            : flags.contains("+") ? "+" + number : flags.contains(" ") ? " " + number : number;
    int missing = (width.isEmpty() ? 0 : Integer.parseInt(width)) - signed.length();
    if (missing <= 0) {
      return signed;
    }
    if (flags.contains("-")) {
      return signed + " ".repeat(missing);
    }
    boolean digits = Character.isDigit(signed.charAt(signed.length() - 1));
    if (flags.contains("0") && digits) {
      int sign = Character.isDigit(signed.charAt(0)) ? 0 : 1;
      return signed.substring(0, sign) + "0".repeat(missing) + signed.substring(sign);
    }
    return " ".repeat(missing) + signed;
  }
}
