package org.grcuda.ptx;

import java.util.List;

/**
 * A variable or a parameter (PTX ISA 5.4).
 *
 * @param space GLOBAL, CONST, SHARED, LOCAL, PARAM, TEX, or REG for a register parameter of a
 *     function
 * @param linkage INTERNAL for parameters and function-scoped variables
 * @param type element type
 * @param vectorWidth 1, or 2, 4, 8 with {@code .v2}, {@code .v4}, {@code .v8}
 * @param name unique in its function or module
 * @param alignment in bytes: as declared, else natural
 * @param dimensions of an array, outermost first; empty for a scalar. A first dimension of 0 is
 *     unsized: {@code extern .shared} memory sized at launch
 * @param initializer flattened elements; those that are missing are zero. Empty where none is given
 * @param managed has {@code .attribute(.managed)}
 * @param pointer what {@code .ptr} says of a parameter, else null
 * @param position of the name in the PTX source
 */
public record Variable(
    StateSpace space,
    Linkage linkage,
    PtxType type,
    int vectorWidth,
    String name,
    int alignment,
    List<Long> dimensions,
    List<InitialValue> initializer,
    boolean managed,
    PointerAttribute pointer,
    Position position) {

  /**
   * The {@code .ptr} attribute of a kernel parameter (PTX ISA 5.1.6.3).
   *
   * @param space where it points, GENERIC where unsaid
   * @param alignment of what it points to, in bytes
   */
  public record PointerAttribute(StateSpace space, int alignment) {}

  public Variable {
    dimensions = List.copyOf(dimensions);
    initializer = List.copyOf(initializer);
  }

  /** This register parameter, or the part of it that lies in a register. */
  Variable inRegister(Register register) {
    return new Variable(
        space,
        linkage,
        register.type(),
        1,
        register.name(),
        register.type().size(),
        dimensions,
        initializer,
        managed,
        pointer,
        position);
  }

  /** Declared with brackets. */
  public boolean isArray() {
    return !dimensions.isEmpty();
  }

  /** Declared with empty brackets and no initialiser: its size is given elsewhere. */
  public boolean isUnsized() {
    return isArray() && dimensions.get(0) == 0;
  }

  /** Product of dimensions and vector width; 0 where unsized. */
  public long elementCount() {
    long count = vectorWidth;
    for (long dimension : dimensions) {
      count *= dimension;
    }
    return count;
  }

  /** Size in bytes; 0 where unsized. */
  public long size() {
    return elementCount() * type.size();
  }
}
