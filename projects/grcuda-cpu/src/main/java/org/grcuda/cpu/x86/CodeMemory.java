package org.grcuda.cpu.x86;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import org.grcuda.cpu.memory.NativeCall;

/**
 * Machine code in memory: a function {@code int f(long)}. Its pages are written first and then made
 * executable, never both at once, and unmapped when nothing refers to this object any more.
 */
public final class CodeMemory {

  private static final int READ_WRITE = 0x1 | 0x2;
  private static final int READ_EXECUTE = 0x1 | 0x4;
  private static final int PRIVATE_ANONYMOUS = 0x02 | 0x20;
  private static final long MAP_FAILED = -1;

  private static final MemorySegment MMAP = NativeCall.find("mmap");
  private static final MemorySegment MPROTECT = NativeCall.find("mprotect");
  private static final MemorySegment MUNMAP = NativeCall.find("munmap");

  private final MemorySegment code;

  private CodeMemory(MemorySegment code) {
    this.code = code;
  }

  /** Puts code into memory; empty if the system refuses to make memory executable. */
  @SuppressWarnings("restricted")
  public static Optional<CodeMemory> of(byte[] code) {
    long length = code.length;
    long base = NativeCall.call(MMAP, 0, length, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED) {
      return Optional.empty();
    }
    MemorySegment written = MemorySegment.ofAddress(base).reinterpret(length);
    MemorySegment.copy(code, 0, written, ValueLayout.JAVA_BYTE, 0, code.length);
    if ((int) NativeCall.call(MPROTECT, base, length, READ_EXECUTE) != 0) {
      unmap(base, length);
      return Optional.empty();
    }
    return Optional.of(
        new CodeMemory(
            MemorySegment.ofAddress(base)
                .reinterpret(length, Arena.ofAuto(), m -> unmap(base, length))));
  }

  /** Calls the function. */
  public int call(long argument) {
    return (int) NativeCall.call(code, argument, 0, 0);
  }

  private static void unmap(long base, long length) {
    int result = (int) NativeCall.call(MUNMAP, base, length, 0);
    assert result == 0 : "munmap of 0x%x failed".formatted(base);
  }
}
