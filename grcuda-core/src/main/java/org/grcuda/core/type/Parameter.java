package org.grcuda.core.type;

/**
 * One parameter of a kernel or of a host function.
 *
 * @param name its name, empty where the signature gives none
 * @param type its type
 * @param direction the access to the memory of a pointer; {@link Direction#IN} for other parameters
 */
public record Parameter(String name, ParameterType type, Direction direction) {

  /** A value passed by copy. */
  public static Parameter scalar(String name, ScalarType type) {
    return new Parameter(name, new ParameterType.Scalar(type), Direction.IN);
  }

  /** An address. */
  public static Parameter pointer(String name, Direction direction, ScalarType target) {
    return new Parameter(name, new ParameterType.Pointer(target), direction);
  }

  /** Whether it is an address. */
  public boolean isPointer() {
    return type instanceof ParameterType.Pointer;
  }

  /** How a message names it: {@code "argument 2 'y'"}, counted from 1. */
  public String describe(int index) {
    return "argument " + (index + 1) + (name.isEmpty() ? "" : " '" + name + "'");
  }

  /** As NIDL writes it: {@code "y: out pointer float"}. */
  @Override
  public String toString() {
    String prefix = name.isEmpty() ? "" : name + ": ";
    return prefix + (isPointer() ? direction + " " : "") + type;
  }
}
