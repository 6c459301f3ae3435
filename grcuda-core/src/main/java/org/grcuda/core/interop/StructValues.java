package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.grcuda.core.engine.ComplexElement;
import org.grcuda.core.engine.LaunchArguments;
import org.grcuda.core.engine.StructReader;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.guest.GuestList;
import org.grcuda.core.guest.Values;
import org.grcuda.types.Complex;
import org.grcuda.types.ElementType;

/** Structs from interop values: memory, objects and dictionaries, lists. */
final class StructValues implements StructReader<Object> {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
  private static final StructValues READER = new StructValues();

  private StructValues() {}

  /** Sets argument {@code index}, a struct; false if {@code value} cannot be a struct. */
  static boolean pack(GuestContext context, LaunchArguments arguments, int index, Object value) {
    Object[] complex = ComplexValues.parts(value);
    if (complex != null) {
      packComplex(arguments, index, complex);
      return true;
    }
    if (value instanceof DeviceArray) {
      return false;
    }
    if (arguments.struct(index, context.asHostObject(value))) {
      return true;
    }
    GuestBuffer buffer = GuestBuffer.of(value);
    if (buffer != null) {
      packBytes(arguments, index, buffer);
      return true;
    }
    boolean hasMembers = READER.size(value) >= 0 || hasNames(value);
    if (hasMembers && arguments.hasMembers(index)) {
      arguments.struct(index, value, READER);
      return true;
    }
    return false;
  }

  /** The two members of the struct, or its bytes: two floats or two doubles. */
  private static void packComplex(LaunchArguments arguments, int index, Object[] parts) {
    if (arguments.hasMembers(index)) {
      arguments.struct(index, new GuestList(parts), READER);
      return;
    }
    String what = arguments.parameter(index).describe(index);
    ElementType type =
        arguments.parameter(index).type().sizeBytes() == ElementType.COMPLEX64.sizeBytes()
            ? ElementType.COMPLEX64
            : ElementType.COMPLEX128;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(type.sizeBytes(), type.alignment());
      Complex number = ComplexValues.of(what, parts);
      ComplexElement.store(type, bytes.address(), number, bytes);
      arguments.struct(index, bytes);
    }
  }

  private static void packBytes(LaunchArguments arguments, int index, GuestBuffer buffer) {
    arguments.checkStructSize(index, buffer.bytes());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(buffer.bytes());
      BulkCopy.readBuffer(buffer, bytes.address(), buffer.bytes());
      arguments.struct(index, bytes);
    }
  }

  private static boolean hasNames(Object value) {
    return INTEROP.hasHashEntries(value)
        || (INTEROP.hasMembers(value) && !INTEROP.isString(value) && !INTEROP.isNumber(value));
  }

  @Override
  public Object member(Object value, String name) {
    try {
      if (INTEROP.isHashEntryReadable(value, name)) {
        return INTEROP.readHashValue(value, name);
      }
      return INTEROP.isMemberReadable(value, name) ? INTEROP.readMember(value, name) : null;
    } catch (InteropException e) {
      throw GuestException.changed("a struct: the object", e);
    }
  }

  @Override
  public long size(Object value) {
    try {
      return INTEROP.hasArrayElements(value) && !INTEROP.isString(value)
          ? INTEROP.getArraySize(value)
          : -1;
    } catch (UnsupportedMessageException e) {
      throw GuestException.changed("a struct: the list", e);
    }
  }

  @Override
  public Object element(Object value, long index) {
    try {
      return INTEROP.readArrayElement(value, index);
    } catch (InteropException e) {
      throw GuestException.changed("a struct: the list", e);
    }
  }

  @Override
  public void put(LaunchArguments arguments, int index, Object value) {
    if (!CallValues.pack(arguments, index, value)) {
      throw arguments.wrongType(index, Values.describe(value));
    }
  }
}
