package org.grcuda.cpu.translate.semantics;

import java.util.List;
import java.util.Map;

/**
 * Video instructions (PTX ISA 9.7.18): on whole words, or on the two half-words or four bytes of
 * words at once. Results of lanes are computed with more bits, clamped with {@code .sat}, and then
 * put together, or with {@code .add} added up.
 */
public final class VideoSemantics {

  /** Flag: the lanes of the first operand are signed. */
  public static final int SIGNED_A = 1;

  /** Flag: the lanes of the second operand are signed. */
  public static final int SIGNED_B = 2;

  /** Flag: the lanes of the result are signed. */
  public static final int SIGNED_D = 4;

  /** Flag: {@code .sat}. */
  public static final int SATURATES = 8;

  /** Flag: {@code .add}. */
  public static final int ADDS = 16;

  /** What is computed, by position: the opcode without its v and its digit, or a comparison. */
  private static final List<String> OPERATIONS =
      List.of(
          "add",
          "sub",
          "avrg",
          "absdiff",
          "min",
          "max",
          "eq",
          "ne",
          "lt",
          "le",
          "gt",
          "ge",
          "shlclamp",
          "shlwrap",
          "shrclamp",
          "shrwrap");

  /** Bits of a word that all of it has, and each of its parts, by their selectors. */
  private static final Map<String, Integer> BITS =
      Map.of("", 32, "h0", 16, "h1", 16, "b0", 8, "b1", 8, "b2", 8, "b3", 8);

  private VideoSemantics() {}

  /**
   * The number of an operation.
   *
   * @param name the opcode without its v and its digit, with {@code clamp} or {@code wrap} where it
   *     shifts; or a comparison
   * @throws IllegalArgumentException for what is no operation
   */
  public static int operation(String name) {
    int operation = OPERATIONS.indexOf(name);
    if (operation < 0) {
      throw new IllegalArgumentException("operation " + name);
    }
    return operation;
  }

  /**
   * How many bits of a word a selector names.
   *
   * @param selector such as {@code h1}, or empty for all of it
   * @throws IllegalArgumentException for what is no selector
   */
  public static int bits(String selector) {
    Integer bits = BITS.get(selector);
    if (bits == null) {
      throw new IllegalArgumentException("selector ." + selector);
    }
    return bits;
  }

  /** The lowest bit that a selector names. */
  public static int shift(String selector) {
    return selector.isEmpty() ? 0 : bits(selector) * (selector.charAt(1) - '0');
  }

  /**
   * A source: a part of a word, or all of it, extended.
   *
   * @param shift position of its lowest bit; {@code bits} how many it has
   */
  public static long part(int word, int shift, int bits, boolean signed) {
    int top = word << 32 - bits - shift;
    return signed ? top >> 32 - bits : (top >>> 32 - bits) & 0xffff_ffffL;
  }

  /** A word with some of its bits replaced: what writes a part of a destination. */
  public static int merge(int value, int word, int shift, int bits) {
    int mask = (1 << bits) - 1 << shift;
    return word & ~mask | value << shift & mask;
  }

  /**
   * {@code vmad}, before {@code .sat}: a product and a sum, scaled. All 64 bits of an unsigned
   * result count.
   *
   * @param a operand, extended as its type says; {@code b} and {@code c} likewise
   * @param scale bits to shift right by
   * @param plusOne {@code .po}
   * @param signed whether the result is
   */
  public static long multiplyAdd(
      long a, long b, long c, int scale, boolean plusOne, boolean signed) {
    long sum = a * b + c + (plusOne ? 1 : 0);
    return signed ? sum >> scale : sum >>> scale;
  }

  /**
   * {@code vadd2}, {@code vadd4} and their like.
   *
   * @param operation as {@link #operation} numbers it
   * @param lanes 2 or 4
   * @param flags a sum of flags of this class
   */
  public static int lanes(int a, int b, int c, int operation, int lanes, int flags) {
    int bits = 32 / lanes;
    int result = 0;
    int sum = c;
    for (int shift = 0; shift < 32; shift += bits) {
      long x = part(a, shift, bits, (flags & SIGNED_A) != 0);
      long y = part(b, shift, bits, (flags & SIGNED_B) != 0);
      long value = compute(x, y, operation);
      if ((flags & SATURATES) != 0) {
        value = clamp(value, bits, (flags & SIGNED_D) != 0);
      }
      result |= (int) (value & (1L << bits) - 1) << shift;
      sum += (int) value;
    }
    return (flags & ADDS) != 0 ? sum : result;
  }

  /**
   * {@code vadd} and its like, before {@code .sat} and the second operation.
   *
   * @param a operand, extended as its type says; {@code b} likewise
   * @param operation as {@link #operation} numbers it
   */
  public static long compute(long a, long b, int operation) {
    return switch (OPERATIONS.get(operation)) {
      case "add" -> a + b;
      case "sub" -> a - b;
      case "avrg" -> a + b >= 0 ? a + b + 1 >> 1 : a + b >> 1;
      case "absdiff" -> Math.abs(a - b);
      case "min" -> Math.min(a, b);
      case "max" -> Math.max(a, b);
      case "eq" -> a == b ? 1 : 0;
      case "ne" -> a != b ? 1 : 0;
      case "lt" -> a < b ? 1 : 0;
      case "le" -> a <= b ? 1 : 0;
      case "gt" -> a > b ? 1 : 0;
      case "ge" -> a >= b ? 1 : 0;
      case "shlclamp" -> b < 32 ? a << b : beyond(a);
      case "shlwrap" -> a << (b & 31);
      case "shrclamp" -> a >> Math.min(b, 32);
      default -> a >> (b & 31);
    };
  }

  /** What has left the low 32 bits: of a's sign, and out of the range of any type. */
  private static long beyond(long a) {
    return Long.signum(a) * (1L << 62);
  }

  /** {@code .sat}: clamped to a type of so many bits. */
  public static long clamp(long value, int bits, boolean signed) {
    long low = signed ? -1L << bits - 1 : 0;
    return Math.clamp(value, low, signed ? ~low : (1L << bits) - 1);
  }
}
