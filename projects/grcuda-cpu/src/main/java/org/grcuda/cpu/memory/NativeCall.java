package org.grcuda.cpu.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Calls of native functions that take up to six integers or addresses and return one, all in
 * registers. All calls have one type, as each type costs 10 ms at the start of the process. A
 * narrower parameter of the function takes the low bits, and surplus arguments are ignored (System
 * V and AAPCS64).
 */
public final class NativeCall {

  private static final MethodHandle CALL = handle();

  private NativeCall() {}

  @SuppressWarnings("restricted")
  private static MethodHandle handle() {
    ValueLayout integer = ValueLayout.JAVA_LONG;
    return Linker.nativeLinker()
        .downcallHandle(
            FunctionDescriptor.of(integer, integer, integer, integer, integer, integer, integer));
  }

  /** The C library's function {@code name}. */
  public static MemorySegment find(String name) {
    return Linker.nativeLinker().defaultLookup().findOrThrow(name);
  }

  /** Calls {@code function}; if the result is an {@code int}, the low half counts. */
  public static long call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
    try {
      return (long) CALL.invokeExact(function, a, b, c, d, e, f);
    } catch (Throwable error) {
      throw new AssertionError("a native call threw", error);
    }
  }

  /** As the other. */
  public static long call(MemorySegment function, long a, long b, long c) {
    return call(function, a, b, c, 0, 0, 0);
  }
}
