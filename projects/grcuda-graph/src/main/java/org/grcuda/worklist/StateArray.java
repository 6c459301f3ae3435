package org.grcuda.worklist;

import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * An array with one element for each vertex of a part, own vertices and ghosts.
 *
 * @param name in the operator: a name of C
 * @param type {@code INT}, {@code UINT} or {@code FLOAT}
 * @param initial the value of all elements at first
 */
public record StateArray(String name, ElementType type, Number initial) {

  /**
   * Checks it.
   *
   * @throws GrCudaException if the name or the type is none of those, or the value is none of the
   *     type
   */
  public StateArray {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw refusal("state '" + name + "': expected a name of C");
    }
    if (type != ElementType.INT && type != ElementType.UINT && type != ElementType.FLOAT) {
      throw refusal("state '" + name + "' of " + type + ": expected int, uint or float");
    }
    requireValue(name, type, initial);
  }

  private static void requireValue(String name, ElementType type, Number value) {
    double number = value.doubleValue();
    if (type == ElementType.FLOAT) {
      return;
    }
    if (number != Math.rint(number) || !type.fits((long) number)) {
      throw refusal(
          "state '" + name + "' of " + type + ": value " + value + " is none of this type");
    }
  }

  private static GrCudaException refusal(String what) {
    return new GrCudaException(GrCudaException.Kind.VALUE, "worklist, " + what);
  }

  boolean isFloat() {
    return type == ElementType.FLOAT;
  }

  /**
   * The bits of a value of this array.
   *
   * @throws GrCudaException if the value is none of the type
   */
  int bits(Number value) {
    requireValue(name, type, value);
    return isFloat() ? Float.floatToRawIntBits(value.floatValue()) : (int) value.longValue();
  }

  /** A value of this array as an argument of kernels; else as {@link #bits}. */
  Number argument(Number value) {
    requireValue(name, type, value);
    return isFloat() ? (Number) value.floatValue() : (Number) value.longValue();
  }

  /** Its type in C++. */
  String cType() {
    return switch (type) {
      case INT -> "int";
      case UINT -> "unsigned";
      default -> "float";
    };
  }

  /** Its type in signatures. */
  String signatureType() {
    return switch (type) {
      case INT -> "sint32";
      case UINT -> "uint32";
      default -> "float";
    };
  }
}
