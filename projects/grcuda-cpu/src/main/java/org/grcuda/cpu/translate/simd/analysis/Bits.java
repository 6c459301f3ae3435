package org.grcuda.cpu.translate.simd.analysis;

/**
 * Bit operations on aligned progressions: the lane's part lies in low bits that are 0 in the base,
 * so {@code tid & 31}, {@code tid >> 5} and {@code (block << 8) | tid} keep a shape.
 */
final class Bits {

  private Bits() {}

  /** The lowest bits, all ones, that hold the lanes' part. */
  private static long lanePart(Shape a) {
    long most = (GangLayout.LANES - 1) * a.stride();
    return (Long.highestOneBit(most) << 1) - 1;
  }

  static Shape and(Shape a, Shape b) {
    if (a.isUniform() && b.isUniform()) {
      return a.isConstant() && b.isConstant()
          ? Shape.constant(a.constant() & b.constant())
          : Shape.uniform(Math.max(a.zeros(), b.zeros()));
    }
    if (b.isAffine()) {
      return a.isAffine() ? Shape.VARYING : and(b, a);
    }
    if (!a.isAligned()) {
      return Shape.VARYING;
    }
    long part = lanePart(a);
    if (b.isConstant() && (b.constant() & part) == part) {
      return Shape.affine(a.stride(), a.zeros());
    }
    return b.zeros() >= Long.bitCount(part) ? Shape.uniform(b.zeros()) : Shape.VARYING;
  }

  /** Or and exclusive or, which are alike where a bit is 0 in one of both. */
  static Shape or(Shape a, Shape b) {
    if (a.isUniform() && b.isUniform()) {
      return Shape.uniform(Math.min(a.zeros(), b.zeros()));
    }
    if (b.isAffine()) {
      return a.isAffine() ? Shape.VARYING : or(b, a);
    }
    return a.isAligned() && b.zeros() >= Long.bitCount(lanePart(a))
        ? Shape.affine(a.stride(), Math.min(a.zeros(), b.zeros()))
        : Shape.VARYING;
  }

  /**
   * A shift of an aligned progression, by less than its width: the lanes' part goes, or stays where
   * the stride is a multiple.
   */
  static Shape shiftRight(Shape a, int by) {
    int left = Math.max(0, a.zeros() - by);
    if (by >= Long.bitCount(lanePart(a))) {
      return Shape.uniform(left);
    }
    return Long.numberOfTrailingZeros(a.stride()) >= by
        ? Shape.affine(a.stride() >> by, left)
        : Shape.VARYING;
  }
}
