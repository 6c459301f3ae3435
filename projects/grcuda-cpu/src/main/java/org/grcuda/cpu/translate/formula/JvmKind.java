package org.grcuda.cpu.translate.formula;

import java.lang.classfile.TypeKind;
import org.grcuda.ptx.PtxType;

/**
 * How a PTX value is held in the JVM. Predicates are ints, 0 or 1; 16-bit registers are ints,
 * zero-extended, halfs included.
 */
public enum JvmKind {
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

  /** The one of a PTX type. */
  public static JvmKind of(PtxType type) {
    return switch (type) {
      case F32 -> FLOAT;
      case F64 -> DOUBLE;
      case B128, TEXREF, SAMPLERREF, SURFREF ->
          throw new IllegalArgumentException("no JVM type holds ." + type.ptxName());
      default -> type.size() == 8 ? LONG : INT;
    };
  }

  /** That of a letter of a JVM descriptor; int of a boolean. */
  static JvmKind ofDescriptor(char letter) {
    return switch (letter) {
      case 'I', 'Z' -> INT;
      case 'J' -> LONG;
      case 'F' -> FLOAT;
      case 'D' -> DOUBLE;
      default -> throw new IllegalArgumentException("letter " + letter);
    };
  }

  /** As class files name it. */
  public TypeKind typeKind() {
    return typeKind;
  }

  /** The primitive class. */
  public Class<?> type() {
    return type;
  }

  /** Whether it takes two slots. */
  public boolean isWide() {
    return this == LONG || this == DOUBLE;
  }
}
