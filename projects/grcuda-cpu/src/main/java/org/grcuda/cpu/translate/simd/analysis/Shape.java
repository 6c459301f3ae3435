package org.grcuda.cpu.translate.simd.analysis;

import java.util.Objects;

/**
 * The value of a register over the lanes of a gang: in every lane that is active where it is read,
 * lane {@code l} holds {@code base + l * stride}, in the arithmetic of the register's width.
 *
 * @param stride between neighbouring lanes; 0 for a uniform value
 * @param zeros lowest bits of the base that are known to be 0
 * @param constant the value if it is known, else null; only for uniform values
 */
public record Shape(Kind kind, long stride, int zeros, Long constant) {

  /** How a value varies. */
  public enum Kind {
    /** One value in all lanes. */
    UNIFORM,
    /** A base, and a stride that is known statically. */
    AFFINE,
    /** A value for each lane. */
    VARYING
  }

  /** A value for each lane. */
  public static final Shape VARYING = new Shape(Kind.VARYING, 0, 0, null);

  private static final int MOST_ZEROS = Long.SIZE;

  /** One value in all lanes, whose lowest bits are known to be 0. */
  static Shape uniform(int zeros) {
    return new Shape(Kind.UNIFORM, 0, Math.min(zeros, MOST_ZEROS), null);
  }

  /** A known value. */
  static Shape constant(long value) {
    return new Shape(Kind.UNIFORM, 0, Long.numberOfTrailingZeros(value), value);
  }

  /** A progression; uniform where the stride is 0. */
  static Shape affine(long stride, int zeros) {
    return stride == 0
        ? uniform(zeros)
        : new Shape(Kind.AFFINE, stride, Math.min(zeros, MOST_ZEROS), null);
  }

  // These methods are written out, as otherwise the JVM would link a record's methods when a
  // program first translates.
  @Override
  public boolean equals(Object other) {
    return other instanceof Shape s
        && kind == s.kind
        && stride == s.stride
        && zeros == s.zeros
        && Objects.equals(constant, s.constant);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(stride) + 31 * (zeros + 31 * kind.ordinal());
  }

  /** Whether all lanes hold one value. */
  public boolean isUniform() {
    return kind == Kind.UNIFORM;
  }

  /** Whether it is a progression that is not uniform. */
  public boolean isAffine() {
    return kind == Kind.AFFINE;
  }

  /** Whether each lane holds its own value. */
  public boolean isVarying() {
    return kind == Kind.VARYING;
  }

  /** Whether the value is known. */
  boolean isConstant() {
    return constant != null;
  }

  /**
   * Whether the values of {@code lanes} lanes differ only in low bits that are 0 in the base: then
   * no lane wraps around, at any power of two above these bits.
   */
  boolean isAligned(int lanes) {
    return isUniform()
        || isAffine()
            && stride > 0
            && stride <= Integer.MAX_VALUE
            && zeros < Long.SIZE - 1
            && (lanes - 1) * stride < 1L << zeros;
  }

  /** The values of a register that has one of two definitions, the same in all lanes. */
  Shape join(Shape other) {
    if (kind != other.kind || stride != other.stride || isVarying()) {
      return VARYING;
    }
    Long common = isConstant() && constant.equals(other.constant) ? constant : null;
    return new Shape(kind, stride, Math.min(zeros, other.zeros), common);
  }

  /** The sum; strides add. */
  Shape plus(Shape other) {
    if (isVarying() || other.isVarying()) {
      return VARYING;
    }
    if (isConstant() && other.isConstant()) {
      return constant(constant + other.constant);
    }
    return affine(stride + other.stride, Math.min(zeros, other.zeros));
  }

  /** The product; a progression only by a constant. */
  Shape times(Shape other) {
    if (isVarying() || other.isVarying()) {
      return VARYING;
    }
    if (isConstant() && other.isConstant()) {
      return constant(constant * other.constant);
    }
    if (isUniform() && other.isUniform()) {
      return uniform(zeros + other.zeros);
    }
    if (isConstant()) {
      return other.times(constant);
    }
    return other.isConstant() ? times(other.constant) : VARYING;
  }

  /** The product with a number. */
  Shape times(long factor) {
    if (isVarying()) {
      return VARYING;
    }
    return isConstant()
        ? constant(constant * factor)
        : affine(stride * factor, zeros + Long.numberOfTrailingZeros(factor));
  }

  /** The lower 32 bits; at most 31 of them count as known zeros, as the sign is different. */
  Shape toInt() {
    if (isVarying()) {
      return VARYING;
    }
    return isConstant()
        ? constant((int) (long) constant)
        : affine((int) stride, Math.min(zeros, Integer.SIZE - 1));
  }

  /** Shifted by a uniform distance of which nothing is known. */
  Shape withUnknownBase() {
    return isVarying() ? VARYING : affine(stride, 0);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case UNIFORM -> isConstant() ? "constant " + constant : "uniform";
      case AFFINE -> "affine " + stride;
      case VARYING -> "varying";
    };
  }
}
