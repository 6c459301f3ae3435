package org.grcuda.cpu.translate.matrix;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.grcuda.ptx.PtxType;

/** The type of an element of a matrix (PTX ISA 9.7.14.2). */
public enum Element {
  F16(16, Kind.FLOAT),
  BF16(16, Kind.FLOAT),
  TF32(32, Kind.FLOAT),
  E4M3(8, Kind.FLOAT),
  E5M2(8, Kind.FLOAT),
  F32(32, Kind.FLOAT),
  F64(64, Kind.DOUBLE),
  S8(8, Kind.INTEGER),
  U8(8, Kind.INTEGER),
  S4(4, Kind.INTEGER),
  U4(4, Kind.INTEGER),
  S32(32, Kind.INTEGER),
  B1(1, Kind.BIT);

  /** How products are computed. */
  enum Kind {
    FLOAT,
    DOUBLE,
    INTEGER,
    BIT
  }

  private static final Map<String, Element> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(Element::ptxName, Function.identity()));

  private final int bits;
  private final Kind kind;

  Element(int bits, Kind kind) {
    this.bits = bits;
    this.kind = kind;
  }

  /** The element of a modifier, such as {@code "f16"}; null if it names none. */
  static Element ofName(String name) {
    return BY_NAME.get(name);
  }

  /** The name as PTX spells it. */
  public String ptxName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its size. */
  public int bits() {
    return bits;
  }

  Kind kind() {
    return kind;
  }

  /** Elements in a register. */
  public int perRegister() {
    return Math.max(1, Integer.SIZE / bits);
  }

  /** The type of the registers that hold such elements. */
  public PtxType register() {
    return switch (this) {
      case F32 -> PtxType.F32;
      case F64 -> PtxType.F64;
      default -> PtxType.B32;
    };
  }

  /** Whether small numbers are sign-extended. */
  boolean isSigned() {
    return this == S8 || this == S4;
  }
}
