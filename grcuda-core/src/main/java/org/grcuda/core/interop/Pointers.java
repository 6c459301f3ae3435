package org.grcuda.core.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import java.util.OptionalLong;
import org.grcuda.core.engine.Computations;
import org.grcuda.core.engine.CudaMemory;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.engine.Session;
import org.grcuda.core.guest.Values;
import org.grcuda.runtime.computation.Region;
import org.grcuda.types.GrCudaException;

/** Arguments that are memory: device arrays, pointers, and addresses as integers. */
public final class Pointers {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  private Pointers() {}

  /**
   * The memory of a device array, or the memory from an address to the end of the array or
   * allocation that it lies in.
   *
   * @param function the function it is an argument of
   * @param what the argument, for the message
   * @throws GrCudaException for a strided view, freed memory, another context's, or an address that
   *     lies in no memory
   */
  @TruffleBoundary
  public static Region memory(Session session, String function, String what, Object value) {
    if (value instanceof DeviceArray array) {
      return dense(session, what, array.array());
    }
    return session.cuda().memory().resolve(function, what, address(session, what, value));
  }

  /**
   * The first {@code bytes} bytes behind a pointer or an address: memory of the context, or else
   * host memory of the program.
   *
   * @param method the method that copies, for messages
   * @return null if {@code value} is neither, or a number that cannot be an address
   */
  @TruffleBoundary
  static Region copied(Session session, String method, Object value, long bytes) {
    OptionalLong address = address(value);
    if (address.isEmpty()) {
      return null;
    }
    CudaMemory memory = session.cuda().memory();
    Region found = session.resolve(address.getAsLong());
    if (found == null) {
      return CudaMemory.isPossible(address.getAsLong())
          ? memory.host(method, method + ", argument 1", address.getAsLong(), bytes)
          : null;
    }
    if (found.length() < bytes) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          method
              + ", argument 1: expected at least "
              + bytes
              + " bytes, given an address with "
              + found.length()
              + " bytes of "
              + found.allocation()
              + " from there on");
    }
    return new Region(found.allocation(), found.offset(), bytes);
  }

  static Region dense(Computations session, String what, NdArray array) {
    array.storage().checkAlive(array);
    String refusal = array.refusal(session);
    if (refusal != null) {
      throw new GrCudaException(GrCudaException.Kind.TYPE, what + ": " + refusal);
    }
    return array.region();
  }

  private static GrCudaException foreign(String what, String thing) {
    return new GrCudaException(
        GrCudaException.Kind.TYPE, what + ": " + thing + " belongs to another context");
  }

  /** The address that a pointer or an integer is. */
  @TruffleBoundary
  public static long address(Computations session, String what, Object value) {
    if (value instanceof PointerObject pointer && pointer.session() != session) {
      throw foreign(what, Values.display(pointer, false));
    }
    return address(value)
        .orElseThrow(() -> Values.expected(what, "a device array or a pointer", value));
  }

  /**
   * As the other; empty if {@code value} is neither.
   *
   * @throws GrCudaException for a pointer to memory that was freed
   */
  @TruffleBoundary
  static OptionalLong address(Object value) {
    if (value instanceof StreamObject || value instanceof EventObject) {
      return OptionalLong.empty();
    }
    if (value instanceof PointerObject pointer) {
      Region memory = pointer.memory();
      return OptionalLong.of(memory.allocation().hostAddress() + memory.offset());
    }
    try {
      if (INTEROP.fitsInLong(value)) {
        return OptionalLong.of(INTEROP.asLong(value));
      }
      if (INTEROP.isPointer(value)) {
        return OptionalLong.of(INTEROP.asPointer(value));
      }
    } catch (UnsupportedMessageException e) {
      throw new IllegalStateException("a number that cannot be read", e);
    }
    return OptionalLong.empty();
  }

  /**
   * The address of a pointer to memory; empty for anything else, including integers.
   *
   * @throws GrCudaException if the memory was freed
   */
  @TruffleBoundary
  public static OptionalLong pointer(Object value) {
    return INTEROP.isNumber(value) ? OptionalLong.empty() : address(value);
  }

  /** Whether the value is CUDA's null pointer: null or 0. */
  @TruffleBoundary
  public static boolean isNull(Object value) {
    return Streams.isDefault(value);
  }
}
