package org.grcuda.core.type;

import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grcuda.types.ElementType;

/**
 * NumPy's codes of element types, as {@code numpy.dtype} takes them: {@code f4}, {@code <i8},
 * {@code ?}, {@code d} (NumPy reference, "Data type objects").
 *
 * @param element the type
 * @param order in which the bytes of an element lie
 */
public record NumpyType(ElementType element, ByteOrder order) {

  private static final Pattern SIZED = Pattern.compile("([<>=|]?)([biufc]\\d+|[?bBhHiIlLqQefdFD])");

  private static final Map<String, ElementType> CODES =
      Map.ofEntries(
          Map.entry("b1", ElementType.BOOLEAN),
          Map.entry("i1", ElementType.BYTE),
          Map.entry("i2", ElementType.SHORT),
          Map.entry("i4", ElementType.INT),
          Map.entry("i8", ElementType.LONG),
          Map.entry("u1", ElementType.UCHAR),
          Map.entry("u2", ElementType.USHORT),
          Map.entry("u4", ElementType.UINT),
          Map.entry("u8", ElementType.ULONG),
          Map.entry("f2", ElementType.HALF),
          Map.entry("f4", ElementType.FLOAT),
          Map.entry("f8", ElementType.DOUBLE),
          Map.entry("c8", ElementType.COMPLEX64),
          Map.entry("c16", ElementType.COMPLEX128),
          Map.entry("?", ElementType.BOOLEAN),
          Map.entry("b", ElementType.BYTE),
          Map.entry("B", ElementType.UCHAR),
          Map.entry("h", ElementType.SHORT),
          Map.entry("H", ElementType.USHORT),
          Map.entry("i", ElementType.INT),
          Map.entry("I", ElementType.UINT),
          Map.entry("l", ElementType.LONG),
          Map.entry("L", ElementType.ULONG),
          Map.entry("q", ElementType.LONG),
          Map.entry("Q", ElementType.ULONG),
          Map.entry("e", ElementType.HALF),
          Map.entry("f", ElementType.FLOAT),
          Map.entry("d", ElementType.DOUBLE),
          Map.entry("F", ElementType.COMPLEX64),
          Map.entry("D", ElementType.COMPLEX128));

  /** The type that {@code code} means, if it is one of NumPy's that arrays have. */
  public static Optional<NumpyType> find(String code) {
    Matcher matcher = SIZED.matcher(code);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    ElementType element = CODES.get(matcher.group(2));
    ByteOrder order =
        switch (matcher.group(1)) {
          case "<" -> ByteOrder.LITTLE_ENDIAN;
          case ">" -> ByteOrder.BIG_ENDIAN;
          default -> ByteOrder.nativeOrder();
        };
    return Optional.ofNullable(element).map(type -> new NumpyType(type, order));
  }

  /** The code of {@code element} in this machine's byte order, such as {@code <f4}. */
  public static String code(ElementType element) {
    char kind =
        switch (element.kind()) {
          case BOOLEAN -> 'b';
          case SIGNED -> 'i';
          case UNSIGNED -> 'u';
          case FLOATING -> 'f';
          case COMPLEX -> 'c';
        };
    boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    String order = element.sizeBytes() == 1 ? "|" : little ? "<" : ">";
    return order + kind + element.sizeBytes();
  }

  /** Whether the bytes lie as in this machine's memory. */
  public boolean isNative() {
    return element.sizeBytes() == 1 || order == ByteOrder.nativeOrder();
  }
}
