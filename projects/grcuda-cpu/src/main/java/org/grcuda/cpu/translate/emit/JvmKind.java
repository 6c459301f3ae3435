package org.grcuda.cpu.translate.emit;

import java.lang.classfile.TypeKind;
import org.grcuda.ptx.PtxType;

/**
 * How a PTX value is held in the JVM. Predicates are ints, 0 or 1; 16-bit registers are ints,
 * zero-extended, halfs included.
 */
enum JvmKind {
  INT(TypeKind.INT, int.class),
  LONG(TypeKind.LONG, long.class),
  FLOAT(TypeKind.FLOAT, float.class),
  DOUBLE(TypeKind.DOUBLE, double.class);

  private final TypeKind typeKind;
  private final Class<?> type;

  JvmKind(TypeKind typeKind, Class<?> type) {
    this.typeKind = typeKind;
    this.type = type;
  }

  static JvmKind of(PtxType type) {
    return switch (type) {
      case F32 -> FLOAT;
      case F64 -> DOUBLE;
      case B128, TEXREF, SAMPLERREF, SURFREF ->
          throw new IllegalArgumentException("no JVM type holds ." + type.ptxName());
      default -> type.size() == 8 ? LONG : INT;
    };
  }

  TypeKind typeKind() {
    return typeKind;
  }

  /** The primitive class. */
  Class<?> type() {
    return type;
  }

  /** Whether it takes two slots. */
  boolean isWide() {
    return this == LONG || this == DOUBLE;
  }
}
