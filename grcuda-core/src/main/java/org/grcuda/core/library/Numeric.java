package org.grcuda.core.library;

import org.grcuda.types.ElementType;

/** The element types of the device-wide algorithms in CUDA C++. */
final class Numeric {

  private Numeric() {}

  /** The type itself. */
  static String cuda(ElementType type) {
    return switch (type) {
      case CHAR, BYTE -> "signed char";
      case UCHAR -> "unsigned char";
      case SHORT -> "short";
      case USHORT -> "unsigned short";
      case INT -> "int";
      case UINT -> "unsigned int";
      case LONG -> "long long";
      case ULONG -> "unsigned long long";
      case FLOAT -> "float";
      case DOUBLE -> "double";
      case BOOLEAN, HALF, COMPLEX64, COMPLEX128 ->
          throw new IllegalArgumentException("no algorithm takes " + type);
    };
  }

  /** The unsigned integer of a size in bytes. */
  static String bits(int bytes) {
    return switch (bytes) {
      case 1 -> "unsigned char";
      case 2 -> "unsigned short";
      case 4 -> "unsigned int";
      case 8 -> "unsigned long long";
      default -> throw new IllegalArgumentException("no integer has " + bytes + " bytes");
    };
  }
}
