package org.grcuda;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.Buffer;
import org.grcuda.core.engine.HostCallArguments;
import org.grcuda.core.engine.NativeFunction;
import org.grcuda.types.GrCudaException;

/**
 * A function of a shared library, from {@link GrCuda#bind}. A call is ordered like a computation:
 * it waits for the computations whose memory it uses, and later ones that conflict wait for it.
 */
public final class HostFunction {

  private final NativeFunction function;

  HostFunction(NativeFunction function) {
    this.function = function;
  }

  NativeFunction function() {
    return function;
  }

  /** Its name with its namespaces. */
  public String name() {
    return function.name();
  }

  /** Its signature, as declared. */
  public String signature() {
    return function.signature();
  }

  /** As for guest languages: {@code "host function cos(x: double): double"}. */
  @Override
  public String toString() {
    return "host function " + signature();
  }

  /**
   * Calls it on this thread; returns when it has returned.
   *
   * @param arguments as the signature wants them: numbers and booleans; strings; for a pointer a
   *     {@link DeviceArray}, a {@link MemorySegment} or {@link Buffer}, an address, or null. Memory
   *     of the Java heap is copied, and back after the call unless the parameter is {@code in}
   * @return a {@code Boolean}; an {@code Integer}, or a {@code Long} of types of more than 31 bits
   *     and of pointers, or a {@code BigInteger} of an unsigned result from 2^63 on; a {@code
   *     Float} or {@code Double}; a {@code String}, null for NULL; null for {@code void}
   * @throws GrCudaException if number, type or range of an argument is wrong, or memory that the
   *     call uses was freed or comes from a computation that failed; then the function is not
   *     called
   */
  public Object call(Object... arguments) {
    try (HostCallArguments packed = function.arguments(arguments.length)) {
      for (int i = 0; i < arguments.length; i++) {
        pack(packed, i, arguments[i]);
      }
      Object result = function.call(packed);
      // Unreachable arrays are freed, and the packed arguments refer only to their memory, not to
      // the arrays.
      Reference.reachabilityFence(arguments);
      return result;
    }
  }

  private static void pack(HostCallArguments packed, int index, Object value) {
    if (JavaValues.pack(packed, index, value)) {
      return;
    }
    if (value == null && packed.isString(index)) {
      packed.nullPointer(index);
    } else if (value instanceof String string && packed.isString(index)) {
      packed.string(index, string);
    } else if (!packed.memory(index, value)) {
      throw packed.wrongType(index, JavaValues.describe(value));
    }
  }
}
