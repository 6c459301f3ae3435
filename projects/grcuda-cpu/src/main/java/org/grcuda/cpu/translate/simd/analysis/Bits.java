package org.grcuda.cpu.translate.simd.analysis;

import org.grcuda.ptx.Modifier;

/**
 * Bit operations on aligned progressions: the lane's part lies in low bits that are 0 in the base,
 * so {@code tid & 31}, {@code tid >> 5} and {@code (block << 8) | tid} keep a shape.
 *
 * @param lanes of a progression
 */
record Bits(int lanes) {

  /** The lowest bits, all ones, that hold the lanes' part. */
  private long lanePart(Shape a) {
    long most = (lanes - 1) * a.stride();
    return (Long.highestOneBit(most) << 1) - 1;
  }

  Shape and(Shape a, Shape b) {
    if (a.isUniform() && b.isUniform()) {
      return a.isConstant() && b.isConstant()
          ? Shape.constant(a.constant() & b.constant())
          : Shape.uniform(Math.max(a.zeros(), b.zeros()));
    }
    if (b.isAffine()) {
      return a.isAffine() ? Shape.VARYING : and(b, a);
    }
    if (!a.isAligned(lanes)) {
      return Shape.VARYING;
    }
    long part = lanePart(a);
    if (b.isConstant() && (b.constant() & part) == part) {
      return Shape.affine(a.stride(), a.zeros());
    }
    return b.zeros() >= Long.bitCount(part) ? Shape.uniform(b.zeros()) : Shape.VARYING;
  }

  /** Or and exclusive or, which are equal if each bit is 0 in one of both. */
  Shape or(Shape a, Shape b) {
    if (a.isUniform() && b.isUniform()) {
      return Shape.uniform(Math.min(a.zeros(), b.zeros()));
    }
    if (b.isAffine()) {
      return a.isAffine() ? Shape.VARYING : or(b, a);
    }
    return a.isAligned(lanes) && b.zeros() >= Long.bitCount(lanePart(a))
        ? Shape.affine(a.stride(), Math.min(a.zeros(), b.zeros()))
        : Shape.VARYING;
  }

  /**
   * A comparison with a progression on one side, of integers of its width: uniform if the other
   * side is at an end of the range in which the lanes differ, as in {@code tid < 32}.
   */
  Shape compare(Modifier operator, Shape a, Shape b) {
    if (a.isUniform() && b.isUniform()) {
      return Shape.uniform(0);
    }
    if (b.isAffine()) {
      return a.isAffine() ? Shape.VARYING : compare(mirrored(operator), b, a);
    }
    if (!a.isAligned(lanes)) {
      return Shape.VARYING;
    }
    long part = lanePart(a);
    boolean atEnd =
        switch (operator) {
          case LT, LO, GE, HS -> b.zeros() >= Long.bitCount(part);
          case LE, LS, GT, HI -> b.isConstant() && (b.constant() + 1 & part) == 0;
          default -> false;
        };
    return atEnd ? Shape.uniform(0) : Shape.VARYING;
  }

  private static Modifier mirrored(Modifier operator) {
    return switch (operator) {
      case LT -> Modifier.GT;
      case LO -> Modifier.HI;
      case LE -> Modifier.GE;
      case LS -> Modifier.HS;
      case GT -> Modifier.LT;
      case HI -> Modifier.LO;
      case GE -> Modifier.LE;
      case HS -> Modifier.LS;
      default -> operator;
    };
  }

  /**
   * A shift of an aligned progression, by less than its width: the lanes' part disappears, or stays
   * if the stride is a multiple.
   */
  Shape shiftRight(Shape a, int by) {
    int left = Math.max(0, a.zeros() - by);
    if (by >= Long.bitCount(lanePart(a))) {
      return Shape.uniform(left);
    }
    return Long.numberOfTrailingZeros(a.stride()) >= by
        ? Shape.affine(a.stride() >> by, left)
        : Shape.VARYING;
  }
}
