package org.grcuda.cpu.translate.semantics;

import java.util.List;

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
  public static final List<String> OPERATIONS =
      List.of("add", "sub", "avrg", "absdiff", "min", "max", "eq", "ne", "lt", "le", "gt", "ge");

  private VideoSemantics() {}

  /**
   * {@code vadd2}, {@code vadd4} and their like.
   *
   * @param operation position in {@link #OPERATIONS}
   * @param lanes 2 or 4
   * @param flags a sum of flags of this class
   */
  public static int lanes(int a, int b, int c, int operation, int lanes, int flags) {
    int bits = 32 / lanes;
    int result = 0;
    int sum = c;
    for (int shift = 0; shift < 32; shift += bits) {
      long x = lane(a, shift, bits, (flags & SIGNED_A) != 0);
      long y = lane(b, shift, bits, (flags & SIGNED_B) != 0);
      long value = compute(x, y, operation);
      if ((flags & SATURATES) != 0) {
        value = clamp(value, bits, (flags & SIGNED_D) != 0);
      }
      result |= (int) (value & (1L << bits) - 1) << shift;
      sum += (int) value;
    }
    return (flags & ADDS) != 0 ? sum : result;
  }

  private static long lane(int word, int shift, int bits, boolean signed) {
    int top = word << 32 - bits - shift;
    return signed ? top >> 32 - bits : top >>> 32 - bits;
  }

  /**
   * {@code vadd} and its like, before {@code .sat} and the second operation.
   *
   * @param a operand, extended as its type says; {@code b} likewise
   * @param operation position in {@link #OPERATIONS}
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
      default -> a >= b ? 1 : 0;
    };
  }

  /** {@code .sat}: clamped to a type of so many bits. */
  public static long clamp(long value, int bits, boolean signed) {
    long low = signed ? -1L << bits - 1 : 0;
    return Math.clamp(value, low, signed ? ~low : (1L << bits) - 1);
  }
}
