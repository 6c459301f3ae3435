package org.grcuda.core.library;

/** The operation on a matrix before it is used, numbered from 0 as in cuBLAS and cuSPARSE. */
enum Operation {
  /** The matrix as it is. */
  NONE,
  /** Its transpose. */
  TRANSPOSE,
  /** The conjugate of its transpose. */
  CONJUGATE_TRANSPOSE;

  /** The operation that parameter {@code name} names. */
  static Operation of(LibraryArguments arguments, String name) {
    return values()[(int) arguments.integer(name, 0, values().length - 1)];
  }

  boolean transposes() {
    return this != NONE;
  }

  boolean conjugates() {
    return this == CONJUGATE_TRANSPOSE;
  }

  /** Distance between the rows of the result, of a matrix stored column after column. */
  long rowStride(long ld) {
    return transposes() ? ld : 1;
  }

  /** Distance between the columns of the result. */
  long columnStride(long ld) {
    return transposes() ? 1 : ld;
  }
}
