package org.grcuda.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The type of a device array's elements. Sizes are those of CUDA C++ on 64-bit Linux; {@code char}
 * is the signed 8-bit integer, as in C.
 */
public enum ElementType {
  /** 0 or 1, one byte. */
  BOOLEAN("boolean", Kind.BOOLEAN, 1, "bool"),
  /** Signed 8-bit integer, C's {@code char}. */
  CHAR("char", Kind.SIGNED, 1),
  /** Signed 16-bit integer. */
  SHORT("short", Kind.SIGNED, 2, "sint16", "int16"),
  /** Signed 32-bit integer. */
  INT("int", Kind.SIGNED, 4, "sint32", "int32", "wchar"),
  /** Signed 64-bit integer. */
  LONG("long", Kind.SIGNED, 8, "sint64", "int64", "sll64"),
  /** IEEE 754 binary32. */
  FLOAT("float", Kind.FLOATING, 4, "float32"),
  /** IEEE 754 binary64. */
  DOUBLE("double", Kind.FLOATING, 8, "float64"),
  /** Signed 8-bit integer, Java's {@code byte}. */
  BYTE("byte", Kind.SIGNED, 1, "sint8", "int8"),
  /** Unsigned 8-bit integer. */
  UCHAR("uchar", Kind.UNSIGNED, 1, "uint8", "char8"),
  /** Unsigned 16-bit integer. */
  USHORT("ushort", Kind.UNSIGNED, 2, "uint16", "char16"),
  /** Unsigned 32-bit integer. */
  UINT("uint", Kind.UNSIGNED, 4, "uint32", "char32"),
  /** Unsigned 64-bit integer. */
  ULONG("ulong", Kind.UNSIGNED, 8, "uint64", "ull64"),
  /** IEEE 754 binary16, CUDA's {@code __half}: a number in every host language. */
  HALF("half", Kind.FLOATING, 2, "float16"),
  /** Two floats, real part first; CUDA's {@code cuFloatComplex}. */
  COMPLEX64("complex64", Kind.COMPLEX, 8),
  /** Two doubles, real part first; CUDA's {@code cuDoubleComplex}. */
  COMPLEX128("complex128", Kind.COMPLEX, 16);

  /** The families of element types. */
  public enum Kind {
    /** {@link #BOOLEAN}. */
    BOOLEAN,
    /** Two's complement integers. */
    SIGNED,
    /** Integers from 0. */
    UNSIGNED,
    /** IEEE 754 binary formats. */
    FLOATING,
    /** Pairs of a floating type. */
    COMPLEX
  }

  private static final Map<String, ElementType> BY_NAME = byName();
  private static final List<String> NAMES = names();

  private final String typeName;
  private final Kind kind;
  private final int sizeBytes;
  private final List<String> aliases;
  private final long minimum;
  private final long maximum;

  ElementType(String typeName, Kind kind, int sizeBytes, String... aliases) {
    this.typeName = typeName;
    this.kind = kind;
    this.sizeBytes = sizeBytes;
    this.aliases = List.of(aliases);
    int bits = 8 * sizeBytes;
    this.minimum =
        switch (kind) {
          case BOOLEAN, UNSIGNED -> 0;
          case SIGNED -> -1L << (bits - 1);
          case FLOATING -> Long.MIN_VALUE;
          case COMPLEX -> 1;
        };
    this.maximum =
        switch (kind) {
          case BOOLEAN -> 1;
          case SIGNED -> -1L >>> (65 - bits);
          case UNSIGNED -> bits == 64 ? Long.MAX_VALUE : (1L << bits) - 1;
          case FLOATING -> Long.MAX_VALUE;
          case COMPLEX -> 0;
        };
  }

  /**
   * The type of a name: its own, NIDL's ({@code sint32}), or NumPy's ({@code int32}).
   *
   * @throws UnknownTypeException if there is none, with the nearest name and all legal ones
   */
  public static ElementType parse(String name) {
    return find(name)
        .orElseThrow(() -> new UnknownTypeException("element type", name, NAMES, BY_NAME.keySet()));
  }

  /** The type of a name, as {@link #parse} takes it, if there is one. */
  public static Optional<ElementType> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** The name that a user writes, such as {@code "float"}. */
  public String typeName() {
    return typeName;
  }

  /** The family it belongs to. */
  public Kind kind() {
    return kind;
  }

  /** The other names that mean it. */
  public List<String> aliases() {
    return aliases;
  }

  /** Bytes of one element. */
  public int sizeBytes() {
    return sizeBytes;
  }

  /** Natural alignment in bytes: the size, as for {@code cuFloatComplex} and its double. */
  public int alignment() {
    return sizeBytes;
  }

  /** Whether elements are integers; {@code boolean} is none. */
  public boolean isInteger() {
    return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
  }

  /** The type of the two parts of a complex type, and the type itself of every other. */
  public ElementType componentType() {
    return switch (this) {
      case COMPLEX64 -> FLOAT;
      case COMPLEX128 -> DOUBLE;
      default -> this;
    };
  }

  /** Whether {@code value} can be stored: within range, or rounded to a floating type. */
  public boolean fits(long value) {
    return minimum <= value && value <= maximum;
  }

  /**
   * Whether {@code value} can be stored: floating types take every double (IEEE 754 rounding, to
   * infinity if too large), the others take integers within range.
   */
  public boolean fits(double value) {
    if (kind == Kind.FLOATING) {
      return true;
    }
    if (value >= 0x1p63) {
      return this == ULONG && value < 0x1p64;
    }
    long integer = (long) value;
    return integer == value && fits(integer);
  }

  /** The 64-bit integer of a double that {@link #fits(double) fits} an integer type. */
  public static long integerBits(double value) {
    return value < 0x1p63 ? (long) value : (long) (value - 0x1p63) | Long.MIN_VALUE;
  }

  /** The bits of {@code value}, rounded to this floating type; the others of the 64 are 0. */
  public long floatingBits(double value) {
    return switch (this) {
      case HALF -> Half.ofDouble(value) & 0xffffL;
      case FLOAT -> Float.floatToRawIntBits((float) value) & 0xffffffffL;
      case DOUBLE -> Double.doubleToRawLongBits(value);
      default -> throw new IllegalStateException(typeName + " is not a floating-point type");
    };
  }

  /** As {@link #fits(long)}; a {@code ulong} takes all 64 bits. */
  public boolean fits(BigInteger value) {
    return this == ULONG
        ? value.signum() >= 0 && value.bitLength() <= 64
        : kind == Kind.FLOATING || value.bitLength() < 64 && fits(value.longValue());
  }

  /**
   * One line that says why a number does not {@code fit}, such as {@code "300 is out of range for
   * char (-128 to 127)"}.
   */
  public String rejection(Number value) {
    if (kind == Kind.COMPLEX) {
      return "a " + typeName + " element is a list of two numbers, got " + value;
    }
    if (value instanceof Double d && d != Math.rint(d)) {
      return value + " is not an integer and cannot be stored as " + typeName;
    }
    // In a host whose numbers are doubles, 3.0E9 means 3000000000.
    Object given =
        value instanceof Double d && Double.isFinite(d) ? new BigDecimal(d).toBigInteger() : value;
    String highest = this == ULONG ? Long.toUnsignedString(-1) : Long.toString(maximum);
    return "%s is out of range for %s (%d to %s)".formatted(given, typeName, minimum, highest);
  }

  /** {@link #typeName}. */
  @Override
  public String toString() {
    return typeName;
  }

  private static Map<String, ElementType> byName() {
    Map<String, ElementType> types = new LinkedHashMap<>();
    for (ElementType type : values()) {
      types.put(type.typeName, type);
      for (String alias : type.aliases) {
        types.put(alias, type);
      }
    }
    return Collections.unmodifiableMap(types);
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    for (ElementType type : values()) {
      names.add(type.typeName);
    }
    return List.copyOf(names);
  }
}
