package org.grcuda.ptx;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A fundamental or packed type (PTX ISA 5.2). */
public enum PtxType {
  B8(1, Kind.BITS),
  B16(2, Kind.BITS),
  B32(4, Kind.BITS),
  B64(8, Kind.BITS),
  B128(16, Kind.BITS),
  U8(1, Kind.UNSIGNED),
  U16(2, Kind.UNSIGNED),
  U32(4, Kind.UNSIGNED),
  U64(8, Kind.UNSIGNED),
  S8(1, Kind.SIGNED),
  S16(2, Kind.SIGNED),
  S32(4, Kind.SIGNED),
  S64(8, Kind.SIGNED),
  U16X2(4, Kind.UNSIGNED),
  S16X2(4, Kind.SIGNED),
  F16(2, Kind.FLOAT),
  F16X2(4, Kind.FLOAT),
  BF16(2, Kind.FLOAT),
  BF16X2(4, Kind.FLOAT),
  TF32(4, Kind.FLOAT),
  F32(4, Kind.FLOAT),
  F32X2(8, Kind.FLOAT),
  F64(8, Kind.FLOAT),
  E4M3(1, Kind.FLOAT),
  E5M2(1, Kind.FLOAT),
  E4M3X2(2, Kind.FLOAT),
  E5M2X2(2, Kind.FLOAT),
  E2M3X2(2, Kind.FLOAT),
  E3M2X2(2, Kind.FLOAT),
  E2M1X2(1, Kind.FLOAT),
  UE8M0X2(2, Kind.FLOAT),
  PRED(1, Kind.PREDICATE),
  TEXREF(8, Kind.OPAQUE),
  SAMPLERREF(8, Kind.OPAQUE),
  SURFREF(8, Kind.OPAQUE);

  /** How the bits of a type are read. */
  public enum Kind {
    BITS,
    UNSIGNED,
    SIGNED,
    FLOAT,
    PREDICATE,
    OPAQUE
  }

  private static final Map<String, PtxType> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(PtxType::ptxName, Function.identity()));

  private final int size;
  private final Kind kind;
  private final String ptxName;

  PtxType(int size, Kind kind) {
    this.size = size;
    this.kind = kind;
    this.ptxName = name().toLowerCase(Locale.ROOT);
  }

  /** The type of that PTX name, such as {@code "u32"} (no dot), or null where no type has it. */
  public static PtxType ofName(String name) {
    return BY_NAME.get(name);
  }

  /** Size in bytes; of a predicate, 1. */
  public int size() {
    return size;
  }

  /** Size in bits; of a predicate, 1. */
  public int bits() {
    return this == PRED ? 1 : size * 8;
  }

  /** How the bits are read. */
  public Kind kind() {
    return kind;
  }

  /** A floating-point type, packed ones included. */
  public boolean isFloat() {
    return kind == Kind.FLOAT;
  }

  /** A signed integer type. */
  public boolean isSigned() {
    return kind == Kind.SIGNED;
  }

  /** A signed, unsigned or untyped-bits type. */
  public boolean isInteger() {
    return kind == Kind.SIGNED || kind == Kind.UNSIGNED || kind == Kind.BITS;
  }

  /** Whether registers of 64 bits hold one: not {@code .b128}, nor references. */
  public boolean isHeldInRegisters() {
    return kind != Kind.OPAQUE && size <= Long.BYTES;
  }

  /** The name as PTX spells it, without the dot. */
  public String ptxName() {
    return ptxName;
  }
}
