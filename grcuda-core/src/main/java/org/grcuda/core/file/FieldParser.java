package org.grcuda.core.file;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.ElementType;
import org.grcuda.types.Half;

/** Reads the text of one element, and stores it. */
abstract class FieldParser {

  private final ElementType type;

  private FieldParser(ElementType type) {
    this.type = type;
  }

  /** The parser for elements of {@code type}. */
  static FieldParser of(ElementType type) {
    return switch (type.kind()) {
      case FLOATING -> new Floating(type);
      case SIGNED, UNSIGNED -> new Integral(type);
      case BOOLEAN -> new Truth(type);
      case COMPLEX -> new Pair(type);
    };
  }

  /**
   * Parses the characters from {@code from} to {@code to}, exclusive, as a number, and stores it.
   *
   * @throws NumberFormatException if they are not a number that the type can hold
   */
  abstract void parse(byte[] text, int from, int to, long address);

  /** What the text should be, for messages. */
  String expected() {
    return type.kind() == ElementType.Kind.FLOATING ? "a number" : "a number of type " + type;
  }

  final ElementType type() {
    return type;
  }

  static void store(ElementType type, long address, double value) {
    switch (type) {
      case HALF -> HostMemory.putShort(address, Half.ofDouble(value));
      case FLOAT -> HostMemory.putFloat(address, (float) value);
      default -> HostMemory.putDouble(address, value);
    }
  }

  /** A decimal number, as C and Python write them, or nan, inf, infinity. */
  static double number(byte[] text, int from, int to) {
    if (from < to && isDecimal(text, from, to)) {
      return JavaDoubleParser.parseDouble(text, from, to - from);
    }
    String word =
        new String(text, from, to - from, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    return switch (word) {
      case "nan", "+nan", "-nan" -> Double.NaN;
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> throw new NumberFormatException();
    };
  }

  /** Excludes forms that Java also accepts: 1f, 1d, 0x1p3. */
  private static boolean isDecimal(byte[] text, int from, int to) {
    byte last = text[to - 1];
    int first = text[from] == '-' || text[from] == '+' ? from + 1 : from;
    boolean hexadecimal = first + 1 < to && (text[first + 1] | 0x20) == 'x';
    return !hexadecimal && (last >= '0' && last <= '9' || last == '.');
  }

  private static final class Floating extends FieldParser {

    Floating(ElementType type) {
      super(type);
    }

    @Override
    void parse(byte[] text, int from, int to, long address) {
      store(type(), address, number(text, from, to));
    }
  }

  /** Integers; a number with a decimal point is accepted if its value is an integer. */
  private static final class Integral extends FieldParser {

    /** Digits that always fit in 64 bits. */
    private static final int SAFE_DIGITS = 18;

    Integral(ElementType type) {
      super(type);
    }

    @Override
    void parse(byte[] text, int from, int to, long address) {
      long value = integer(text, from, to);
      switch (type().sizeBytes()) {
        case Byte.BYTES -> HostMemory.putByte(address, (byte) value);
        case Short.BYTES -> HostMemory.putShort(address, (short) value);
        case Integer.BYTES -> HostMemory.putInt(address, (int) value);
        default -> HostMemory.putLong(address, value);
      }
    }

    private long integer(byte[] text, int from, int to) {
      boolean negative = from < to && text[from] == '-';
      int at = negative ? from + 1 : from;
      long value = 0;
      if (to - at > SAFE_DIGITS || at == to) {
        return rare(text, from, to);
      }
      for (; at < to; at++) {
        int digit = text[at] - '0';
        if (digit < 0 || digit > 9) {
          return rare(text, from, to);
        }
        value = 10 * value + digit;
      }
      return checked(negative ? -value : value);
    }

    private long checked(long value) {
      if (!type().fits(value)) {
        throw new NumberFormatException();
      }
      return value;
    }

    private long rare(byte[] text, int from, int to) {
      String word = new String(text, from, to - from, StandardCharsets.ISO_8859_1);
      if (word.matches("[+-]?\\d{1,40}")) {
        BigInteger value = new BigInteger(word);
        if (!type().fits(value)) {
          throw new NumberFormatException();
        }
        return value.longValue();
      }
      double value = number(text, from, to);
      if (!type().fits(value)) {
        throw new NumberFormatException();
      }
      return ElementType.integerBits(value);
    }
  }

  private static final class Truth extends FieldParser {

    Truth(ElementType type) {
      super(type);
    }

    @Override
    String expected() {
      return "True, False or a number";
    }

    @Override
    void parse(byte[] text, int from, int to, long address) {
      String word = new String(text, from, to - from, StandardCharsets.ISO_8859_1);
      boolean value =
          word.equalsIgnoreCase("true")
              || !word.equalsIgnoreCase("false") && number(text, from, to) != 0;
      HostMemory.putByte(address, (byte) (value ? 1 : 0));
    }
  }

  /** Complex numbers as Python writes them: {@code 1+2j}, {@code (1-2j)}, {@code 2j}, {@code 1}. */
  private static final class Pair extends FieldParser {

    Pair(ElementType type) {
      super(type);
    }

    @Override
    String expected() {
      return "a complex number such as 1+2j";
    }

    @Override
    void parse(byte[] text, int from, int to, long address) {
      boolean bracketed = to - from > 2 && text[from] == '(' && text[to - 1] == ')';
      int begin = bracketed ? from + 1 : from;
      int end = bracketed ? to - 1 : to;
      double re = 0;
      double im = 0;
      if (end > begin && text[end - 1] == 'j') {
        int sign = imaginaryStart(text, begin, end);
        re = sign == begin ? 0 : number(text, begin, sign);
        im = number(text, sign, end - 1);
      } else {
        re = number(text, begin, end);
      }
      ElementType part = type().componentType();
      store(part, address, re);
      store(part, address + part.sizeBytes(), im);
    }

    /** Where the imaginary part begins: at the last sign that is not an exponent's. */
    private static int imaginaryStart(byte[] text, int begin, int end) {
      for (int at = end - 1; at > begin; at--) {
        boolean sign = text[at] == '+' || text[at] == '-';
        if (sign && text[at - 1] != 'e' && text[at - 1] != 'E') {
          return at;
        }
      }
      return begin;
    }
  }
}
