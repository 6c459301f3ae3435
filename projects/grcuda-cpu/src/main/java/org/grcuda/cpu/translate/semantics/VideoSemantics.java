package org.grcuda.cpu.translate.semantics;

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

  /** What is computed. */
  public enum Operation {
    ADD,
    SUB,
    AVRG,
    ABSDIFF,
    MIN,
    MAX,
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE,
    SHL_CLAMP,
    SHL_WRAP,
    SHR_CLAMP,
    SHR_WRAP
  }

  private static final Operation[] OPERATIONS = Operation.values();

  /** Number of bits of a whole word, and of each of its parts, by selector. */
  private static final Map<String, Integer> BITS =
      Map.of("", 32, "h0", 16, "h1", 16, "b0", 8, "b1", 8, "b2", 8, "b3", 8);

  private VideoSemantics() {}

  /**
   * How many bits of a word a selector names.
   *
   * @param selector such as {@code h1}, or empty for all of it
   * @throws IllegalArgumentException if it is not a selector
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

  /** A word with some of its bits replaced, to write a part of a destination. */
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
   * @param operation position among the {@link Operation}s
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
   * @param operation position among the {@link Operation}s
   */
  public static long compute(long a, long b, int operation) {
    return switch (OPERATIONS[operation]) {
      case ADD -> a + b;
      case SUB -> a - b;
      case AVRG -> a + b >= 0 ? a + b + 1 >> 1 : a + b >> 1;
      case ABSDIFF -> Math.abs(a - b);
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case EQ -> a == b ? 1 : 0;
      case NE -> a != b ? 1 : 0;
      case LT -> a < b ? 1 : 0;
      case LE -> a <= b ? 1 : 0;
      case GT -> a > b ? 1 : 0;
      case GE -> a >= b ? 1 : 0;
      case SHL_CLAMP -> b < 32 ? a << b : beyond(a);
      case SHL_WRAP -> a << (b & 31);
      case SHR_CLAMP -> a >> Math.min(b, 32);
      case SHR_WRAP -> a >> (b & 31);
    };
  }

  /**
   * Stands for a value that was shifted beyond the low 32 bits: it has a's sign, and is out of the
   * range of any type.
   */
  private static long beyond(long a) {
    return Long.signum(a) * (1L << 62);
  }

  /** {@code .sat}: clamped to a type of {@code bits} bits. */
  public static long clamp(long value, int bits, boolean signed) {
    long low = signed ? -1L << bits - 1 : 0;
    return Math.clamp(value, low, signed ? ~low : (1L << bits) - 1);
  }
}
