package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import java.util.List;
import java.util.Map;
import org.grcuda.core.guest.GuestException;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * Memory of a guest language: the bytes of a JavaScript typed array or ArrayBuffer, of Python's
 * {@code array}, {@code bytes} and {@code bytearray}.
 *
 * @param buffer an object with buffer elements
 * @param offset first byte in it
 * @param bytes size
 */
record GuestBuffer(Object buffer, long offset, long bytes) {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  /** JavaScript's typed arrays by the names of their classes. */
  private static final Map<String, ElementType> TYPED_ARRAYS =
      Map.ofEntries(
          Map.entry("Int8Array", ElementType.BYTE),
          Map.entry("Uint8Array", ElementType.UCHAR),
          Map.entry("Uint8ClampedArray", ElementType.UCHAR),
          Map.entry("Int16Array", ElementType.SHORT),
          Map.entry("Uint16Array", ElementType.USHORT),
          Map.entry("Int32Array", ElementType.INT),
          Map.entry("Uint32Array", ElementType.UINT),
          Map.entry("BigInt64Array", ElementType.LONG),
          Map.entry("BigUint64Array", ElementType.ULONG),
          Map.entry("Float32Array", ElementType.FLOAT),
          Map.entry("Float64Array", ElementType.DOUBLE));

  /** Python's array module, "Efficient arrays of numeric values": its type codes. */
  private static final Map<String, ElementType> TYPE_CODES =
      Map.ofEntries(
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
          Map.entry("f", ElementType.FLOAT),
          Map.entry("d", ElementType.DOUBLE));

  /** Where an array and a memoryview have their type code. */
  private static final List<String> TYPE_CODE_MEMBERS = List.of("typecode", "format");

  /**
   * The memory of {@code value} if it holds elements of {@code type} as they are, or bytes without
   * a type; else null.
   *
   * @throws GuestException for a Python array of another type
   */
  static GuestBuffer of(Object value, ElementType type) {
    try {
      ElementType typed = TYPED_ARRAYS.get(className(value));
      if (typed != null) {
        return matches(typed, type) ? ofTypedArray(value) : null;
      }
      if (!INTEROP.hasBufferElements(value)) {
        return null;
      }
      // GraalPy gives the elements of such arrays as bytes, so nothing else can read them.
      ElementType coded = coded(value);
      if (coded != null && coded.sizeBytes() > 1 && !matches(coded, type)) {
        throw GuestException.of(
            GrCudaException.Kind.TYPE,
            "a Python array of " + coded + " elements cannot be copied as " + type + " elements");
      }
      boolean bytesAsNumbers =
          coded != null && !matches(coded, type) && INTEROP.isMemberReadable(value, "typecode");
      return bytesAsNumbers ? null : whole(value);
    } catch (UnsupportedMessageException | UnknownIdentifierException e) {
      throw new IllegalStateException("an array without the members of its class", e);
    }
  }

  /** The memory of {@code value}, whatever its elements are; null if it is not memory. */
  static GuestBuffer of(Object value) {
    try {
      if (TYPED_ARRAYS.containsKey(className(value))) {
        return ofTypedArray(value);
      }
      return INTEROP.hasBufferElements(value) ? whole(value) : null;
    } catch (UnsupportedMessageException | UnknownIdentifierException e) {
      throw new IllegalStateException("an array without the members of its class", e);
    }
  }

  /** The type of the elements of a typed or Python array; null for bytes and for anything else. */
  static ElementType elementType(Object value) {
    try {
      ElementType typed = TYPED_ARRAYS.get(className(value));
      ElementType type = typed != null ? typed : coded(value);
      return type == null || type.sizeBytes() == 1 ? null : type;
    } catch (UnsupportedMessageException | UnknownIdentifierException e) {
      throw new IllegalStateException("an array without the members of its class", e);
    }
  }

  /** The element type that a Python array or memoryview declares; null if it declares none. */
  private static ElementType coded(Object value)
      throws UnsupportedMessageException, UnknownIdentifierException {
    for (String member : TYPE_CODE_MEMBERS) {
      if (INTEROP.isMemberReadable(value, member)) {
        Object code = INTEROP.readMember(value, member);
        return INTEROP.isString(code) ? TYPE_CODES.get(INTEROP.asString(code)) : null;
      }
    }
    return null;
  }

  private static GuestBuffer whole(Object value) throws UnsupportedMessageException {
    return new GuestBuffer(value, 0, INTEROP.getBufferSize(value));
  }

  private static GuestBuffer ofTypedArray(Object value)
      throws UnsupportedMessageException, UnknownIdentifierException {
    Object buffer = INTEROP.readMember(value, "buffer");
    if (!INTEROP.hasBufferElements(buffer)) {
      return null;
    }
    return new GuestBuffer(
        buffer,
        INTEROP.asLong(INTEROP.readMember(value, "byteOffset")),
        INTEROP.asLong(INTEROP.readMember(value, "byteLength")));
  }

  private static String className(Object value) throws UnsupportedMessageException {
    return INTEROP.hasMetaObject(value)
        ? INTEROP.asString(INTEROP.getMetaSimpleName(INTEROP.getMetaObject(value)))
        : "";
  }

  private static boolean matches(ElementType memory, ElementType array) {
    ElementType part = array.componentType();
    return memory.kind() == part.kind() && memory.sizeBytes() == part.sizeBytes();
  }

  /** Whether its bytes can be written. */
  boolean isWritable() {
    try {
      return INTEROP.isBufferWritable(buffer);
    } catch (UnsupportedMessageException e) {
      throw new IllegalStateException("not a buffer", e);
    }
  }
}
