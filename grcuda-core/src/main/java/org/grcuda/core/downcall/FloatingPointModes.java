package org.grcuda.core.downcall;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The floating-point control modes of the calling thread: its rounding, its traps, and how it
 * treats subnormal numbers (MXCSR on x86-64, FPCR on AArch64). The JVM computes with the defaults
 * of C and never restores them. So native code that leaves other modes behind changes the numbers
 * of the whole program, or ends it by a trap. {@code -ffast-math} is enough: from the time when
 * such a library is loaded, subnormal numbers are flushed to zero.
 */
@SuppressWarnings("restricted")
final class FloatingPointModes {

  /** {@code FE_DFL_MODE} and {@code FE_DFL_ENV} of glibc and musl. */
  private static final long DEFAULT = -1;

  private static final SymbolLookup LIBC = Linker.nativeLinker().defaultLookup();

  /** glibc's function sets only the modes; the portable function clears the flags as well. */
  private static final MethodHandle SET =
      Linker.nativeLinker()
          .downcallHandle(
              LIBC.find("fesetmode").orElseGet(() -> LIBC.findOrThrow("fesetenv")),
              FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
              Linker.Option.critical(false));

  /** On macOS a variable holds the defaults. */
  private static final long ARGUMENT =
      LIBC.find("_FE_DFL_ENV").map(MemorySegment::address).orElse(DEFAULT);

  private FloatingPointModes() {}

  /** Sets the defaults, which the JVM expects: about 10 ns. */
  static void restore() {
    try {
      int status = (int) SET.invokeExact(ARGUMENT);
      if (status != 0) {
        throw new IllegalStateException("the floating-point modes cannot be set: " + status);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("fesetmode", e);
    }
  }
}
