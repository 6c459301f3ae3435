package org.grcuda.cpu.translate.simd.analysis;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * A value over the lanes of a vector: a base, the same in all, plus an offset for each lane that is
 * known statically, in the arithmetic of the value's width.
 */
public final class Pattern {

  private static final int ALL = Long.SIZE;

  /** Aligned values of 32 bits keep their sign in the base. */
  private static final int MOST_ALIGNED = 31;

  private final long[] offsets;

  /** Lowest bits of the base that are known to be 0; 64 for a base of 0. */
  private final int zeros;

  private Pattern(long[] offsets, int zeros) {
    this.offsets = offsets;
    this.zeros = zeros;
  }

  /** A number. */
  static Pattern number(long value, int lanes) {
    long[] offsets = new long[lanes];
    Arrays.fill(offsets, value);
    return new Pattern(offsets, ALL);
  }

  /** The pattern of a shape that does not vary, over as many lanes from a multiple of that on. */
  static Pattern of(Shape shape, int lanes) {
    if (shape.constant() != null) {
      return number(shape.constant(), lanes);
    }
    int zeros = Math.min(shape.zeros(), ALL - 1);
    long[] offsets = new long[lanes];
    for (int l = 0; l < lanes; l++) {
      offsets[l] = l * shape.stride();
    }
    return new Pattern(
        offsets, Math.min(zeros, Long.numberOfTrailingZeros(lanes * shape.stride())));
  }

  private Pattern map(LongUnaryOperator function, int newZeros) {
    long[] mapped = new long[offsets.length];
    for (int l = 0; l < mapped.length; l++) {
      mapped[l] = function.applyAsLong(offsets[l]);
    }
    return new Pattern(mapped, newZeros);
  }

  /** Whether all lanes hold one number that is known. */
  boolean isNumber() {
    if (zeros < ALL) {
      return false;
    }
    for (long offset : offsets) {
      if (offset != offsets[0]) {
        return false;
      }
    }
    return true;
  }

  long number() {
    return offsets[0];
  }

  /** Whether the offsets only use bits that are 0 in the base, below the sign of an int. */
  public boolean isAligned() {
    long limit = 1L << Math.min(zeros, MOST_ALIGNED);
    for (long offset : offsets) {
      if (offset < 0 || offset >= limit) {
        return false;
      }
    }
    return true;
  }

  Pattern plus(Pattern other) {
    long[] sums = new long[offsets.length];
    for (int l = 0; l < sums.length; l++) {
      sums[l] = offsets[l] + other.offsets[l];
    }
    return new Pattern(sums, Math.min(zeros, other.zeros));
  }

  Pattern times(long factor) {
    int more = zeros == ALL ? 0 : Long.numberOfTrailingZeros(factor);
    return map(o -> o * factor, zeros == ALL ? ALL : Math.min(ALL - 1, zeros + more));
  }

  Pattern unaligned() {
    return map(o -> o, 0);
  }

  Pattern toInt() {
    return map(o -> (int) o, zeros == ALL ? ALL : Math.min(zeros, MOST_ALIGNED));
  }

  Pattern shiftLeft(long by, int bits) {
    return by >= 0 && by < bits ? times(1L << by) : null;
  }

  Pattern shiftRight(long by, int bits) {
    if (by < 0 || by >= bits || !isAligned()) {
      return null;
    }
    return map(o -> o >> by, zeros == ALL ? ALL : Math.max(0, zeros - (int) by));
  }

  Pattern and(long mask) {
    boolean high = (mask & ~low()) != 0;
    return isAligned() ? map(o -> o & mask, high ? zeros : ALL) : null;
  }

  Pattern or(long number) {
    return withLowBits(number, o -> o | number & low());
  }

  Pattern xor(long number) {
    return withLowBits(number, o -> o ^ number & low());
  }

  private long low() {
    return (1L << Math.min(zeros, MOST_ALIGNED)) - 1;
  }

  /** Applies the number's high bits to the base; a base of 0 is not changed by them. */
  private Pattern withLowBits(long number, LongUnaryOperator function) {
    boolean high = (number & ~low()) != 0;
    return isAligned() ? map(function, high ? Math.min(zeros, MOST_ALIGNED) : zeros) : null;
  }

  /** What is to be added to lane 0's value, for each lane. */
  public long[] fromFirst() {
    return Arrays.stream(offsets).map(o -> o - offsets[0]).toArray();
  }
}
