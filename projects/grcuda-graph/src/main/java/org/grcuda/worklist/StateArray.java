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

  /** Refuses names and types that are none. */
  public StateArray {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw refusal("state '" + name + "': expected a name of C");
    }
    if (type != ElementType.INT && type != ElementType.UINT && type != ElementType.FLOAT) {
      throw refusal("state '" + name + "' of " + type + ": expected int, uint or float");
    }
  }

  private static GrCudaException refusal(String what) {
    return new GrCudaException(GrCudaException.Kind.VALUE, "worklist, " + what);
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
