package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import java.lang.foreign.MemorySegment;
import org.grcuda.core.engine.HostCallArguments;
import org.grcuda.core.guest.Values;

/**
 * Interop values as arguments of host functions: everything that kernels take, and strings, null
 * and memory.
 */
final class HostCallValues {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  private final GuestContext context;
  private final HostCallArguments arguments;

  HostCallValues(GuestContext context, HostCallArguments arguments) {
    this.context = context;
    this.arguments = arguments;
  }

  /** Sets argument {@code index} to {@code value}. */
  void pack(int index, Object value) {
    if (CallValues.pack(arguments, index, value)) {
      return;
    }
    if (INTEROP.isNull(value)) {
      arguments.nullPointer(index);
    } else if (arguments.isString(index) && Values.isString(value)) {
      arguments.string(index, Values.string("a string argument", value));
    } else if (!packMemory(index, value)) {
      throw arguments.wrongType(index, Values.describe(value));
    }
  }

  /** Memory of the host; false if the value is not memory, or has elements of another type. */
  private boolean packMemory(int index, Object value) {
    if (arguments.memory(index, context.asHostObject(value))) {
      return true;
    }
    GuestBuffer buffer = GuestBuffer.of(value);
    return buffer != null
        && arguments.takesMemoryOf(index, GuestBuffer.elementType(value))
        && packBuffer(index, buffer);
  }

  private boolean packBuffer(int index, GuestBuffer buffer) {
    if (arguments.writes(index) && !buffer.isWritable()) {
      throw arguments.readOnly(index);
    }
    MemorySegment copy =
        arguments.copyOf(
            index, buffer.bytes(), to -> BulkCopy.readBuffer(buffer, to.address(), buffer.bytes()));
    if (arguments.writes(index)) {
      var loops = new ElementLoops(context);
      arguments.copyBack(() -> loops.writeBuffer(buffer, copy.address(), buffer.bytes()));
    }
    return true;
  }
}
