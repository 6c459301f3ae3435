package org.grcuda.cpu.x86;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Machine code in memory: a function {@code int f(long)}. Its pages are written first and then made
 * executable, never both at once, and unmapped when nothing refers to this object any more.
 */
public final class CodeMemory {

  private static final int READ_WRITE = 0x1 | 0x2;
  private static final int READ_EXECUTE = 0x1 | 0x4;
  private static final int PRIVATE_ANONYMOUS = 0x02 | 0x20;
  private static final long MAP_FAILED = -1;

  private static final MethodHandle MMAP =
      handle(
          "mmap",
          FunctionDescriptor.of(
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG));
  private static final MethodHandle MPROTECT =
      handle(
          "mprotect",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT));
  private static final MethodHandle MUNMAP =
      handle(
          "munmap",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
  private static final MethodHandle CALL = call();

  private final MemorySegment code;

  private CodeMemory(MemorySegment code) {
    this.code = code;
  }

  /** Puts code into memory; empty where the system refuses to make memory executable. */
  @SuppressWarnings("restricted")
  public static Optional<CodeMemory> of(byte[] code) {
    try {
      long length = code.length;
      long base = (long) MMAP.invokeExact(0L, length, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
      if (base == MAP_FAILED) {
        return Optional.empty();
      }
      MemorySegment written = MemorySegment.ofAddress(base).reinterpret(length);
      MemorySegment.copy(code, 0, written, ValueLayout.JAVA_BYTE, 0, code.length);
      if ((int) MPROTECT.invokeExact(base, length, READ_EXECUTE) != 0) {
        unmap(base, length);
        return Optional.empty();
      }
      return Optional.of(
          new CodeMemory(
              MemorySegment.ofAddress(base)
                  .reinterpret(length, Arena.ofAuto(), m -> unmap(base, length))));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /** Calls the function. */
  public int call(long argument) {
    try {
      return (int) CALL.invokeExact(code, argument);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  private static void unmap(long base, long length) {
    try {
      int result = (int) MUNMAP.invokeExact(base, length);
      assert result == 0 : "munmap of 0x%x failed".formatted(base);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  @SuppressWarnings("restricted")
  private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
  }

  @SuppressWarnings("restricted")
  private static MethodHandle call() {
    return Linker.nativeLinker()
        .downcallHandle(FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
  }

  /** A native downcall throws nothing of its own. */
  private static AssertionError impossible(Throwable e) {
    return new AssertionError("a native call threw", e);
  }
}
