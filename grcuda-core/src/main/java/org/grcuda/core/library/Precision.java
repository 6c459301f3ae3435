package org.grcuda.core.library;

import org.grcuda.types.ElementType;

/**
 * The type of the elements of a routine's vectors and matrices; its name is the letter that BLAS
 * uses.
 */
public enum Precision {
  /** Single precision, real. */
  S(ElementType.FLOAT, "float"),
  /** Double precision, real. */
  D(ElementType.DOUBLE, "double"),
  /** Single precision, complex. */
  C(ElementType.COMPLEX64, "complex64"),
  /** Double precision, complex. */
  Z(ElementType.COMPLEX128, "complex128");

  private final ElementType element;
  private final String cuda;

  Precision(ElementType element, String cuda) {
    this.element = element;
    this.cuda = cuda;
  }

  /** The type of an element. */
  public ElementType element() {
    return element;
  }

  /** Whether an element has two parts. */
  public boolean isComplex() {
    return element.kind() == ElementType.Kind.COMPLEX;
  }

  /** The type of the parts, as signatures name it: {@code float} or {@code double}. */
  public String part() {
    return element.componentType().typeName();
  }

  /** The type of an element in the CUDA sources of this package. */
  String cuda() {
    return cuda;
  }
}
