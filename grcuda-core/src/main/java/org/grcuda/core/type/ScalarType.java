package org.grcuda.core.type;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grcuda.types.ElementType;
import org.grcuda.types.UnknownTypeException;

/**
 * The type names of signatures (NIDL), each a type of C++: finer than {@link ElementType}, since
 * C++ mangles {@code long} and {@code long long} differently.
 */
public enum ScalarType {
  /** C++ {@code bool}. */
  BOOL("bool", ElementType.BOOLEAN, "b", "boolean"),
  /** C++ {@code char}. */
  CHAR("char", ElementType.CHAR, "c"),
  /** C++ {@code signed char}. */
  SINT8("sint8", ElementType.BYTE, "a", "int8", "byte"),
  /** C++ {@code unsigned char}. */
  UINT8("uint8", ElementType.UCHAR, "h", "uchar"),
  /** C++ {@code char8_t}. */
  CHAR8("char8", ElementType.UCHAR, "Du"),
  /** C++ {@code char16_t}. */
  CHAR16("char16", ElementType.USHORT, "Ds"),
  /** C++ {@code char32_t}. */
  CHAR32("char32", ElementType.UINT, "Di"),
  /** C++ {@code wchar_t}. */
  WCHAR("wchar", ElementType.INT, "w"),
  /** C++ {@code short}. */
  SINT16("sint16", ElementType.SHORT, "s", "int16", "short"),
  /** C++ {@code unsigned short}. */
  UINT16("uint16", ElementType.USHORT, "t", "ushort"),
  /** C++ {@code int}. */
  SINT32("sint32", ElementType.INT, "i", "int32", "int"),
  /** C++ {@code unsigned int}. */
  UINT32("uint32", ElementType.UINT, "j", "uint"),
  /** C++ {@code long}. */
  SINT64("sint64", ElementType.LONG, "l", "int64", "long"),
  /** C++ {@code unsigned long}. */
  UINT64("uint64", ElementType.ULONG, "m", "ulong"),
  /** C++ {@code long long}. */
  SLL64("sll64", ElementType.LONG, "x"),
  /** C++ {@code unsigned long long}. */
  ULL64("ull64", ElementType.ULONG, "y", "cudaTextureObject_t", "cudaSurfaceObject_t"),
  /** C++ {@code float}. */
  FLOAT("float", ElementType.FLOAT, "f", "float32"),
  /** C++ {@code double}. */
  DOUBLE("double", ElementType.DOUBLE, "d", "float64"),
  /** CUDA's {@code __half}, a class in C++. */
  HALF("half", ElementType.HALF, "6__half", "float16"),
  /**
   * No value: the target of a pointer with unknown element type, or the result of a function
   * without one.
   */
  VOID("void", null, "v"),
  /** A NUL-terminated string, {@code const char*}: host functions only. */
  STRING("string", null, "PKc");

  private static final Map<String, ScalarType> BY_NAME = byName();
  private static final List<String> NAMES = names();

  private final String typeName;
  private final ElementType elementType;
  private final String mangled;
  private final List<String> aliases;

  ScalarType(String typeName, ElementType elementType, String mangled, String... aliases) {
    this.typeName = typeName;
    this.elementType = elementType;
    this.mangled = mangled;
    this.aliases = List.of(aliases);
  }

  /**
   * The type of a name: NIDL's, or the unambiguous ones of {@link ElementType}.
   *
   * @throws UnknownTypeException if there is none, with the nearest name and all legal ones
   */
  public static ScalarType parse(String name) {
    return find(name)
        .orElseThrow(() -> new UnknownTypeException("type", name, NAMES, BY_NAME.keySet()));
  }

  /** The type of a name, as {@link #parse} takes it, if there is one. */
  public static Optional<ScalarType> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** NIDL's names, in its order. */
  public static List<String> typeNames() {
    return NAMES;
  }

  /** The NIDL name, such as {@code "sint32"}. */
  public String typeName() {
    return typeName;
  }

  /** The type of an array of these; empty for {@link #VOID} and {@link #STRING}. */
  public Optional<ElementType> elementType() {
    return Optional.ofNullable(elementType);
  }

  /** Its code in a mangled name (Itanium C++ ABI 5.1.5.2; a class name for {@link #HALF}). */
  public String mangled() {
    return mangled;
  }

  /** The type whose code in a mangled name is {@code code}, if there is one. */
  public static Optional<ScalarType> ofMangled(String code) {
    return Arrays.stream(values()).filter(type -> type.mangled.equals(code)).findFirst();
  }

  /** The other names that mean it. */
  public List<String> aliases() {
    return aliases;
  }

  /** Bytes of one value: 0 for {@link #VOID}, 8 for {@link #STRING}. */
  public int sizeBytes() {
    return switch (this) {
      case VOID -> 0;
      case STRING -> 8;
      default -> elementType.sizeBytes();
    };
  }

  /**
   * Whether a pointer to this type may point into an array of {@code array} elements: void may
   * point to any; otherwise integers (and bits of a {@code half}) of the same size, whatever the
   * sign, floating types of the same size, and complex arrays as arrays of their parts.
   */
  public boolean accepts(ElementType array) {
    if (elementType == null) {
      return this == VOID || array.sizeBytes() == 1;
    }
    ElementType part = array.componentType();
    boolean sameFamily = isFloating(elementType) == isFloating(part);
    return elementType.sizeBytes() == part.sizeBytes()
        && (sameFamily || elementType.sizeBytes() == ElementType.HALF.sizeBytes());
  }

  /** {@link #typeName}. */
  @Override
  public String toString() {
    return typeName;
  }

  private static boolean isFloating(ElementType type) {
    return type.kind() == ElementType.Kind.FLOATING;
  }

  private static Map<String, ScalarType> byName() {
    Map<String, ScalarType> types = new LinkedHashMap<>();
    for (ScalarType type : values()) {
      types.put(type.typeName, type);
      for (String alias : type.aliases) {
        types.put(alias, type);
      }
    }
    return Collections.unmodifiableMap(types);
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    for (ScalarType type : values()) {
      names.add(type.typeName);
    }
    return List.copyOf(names);
  }
}
