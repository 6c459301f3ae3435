package org.grcuda.cpu.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/**
 * A range of the process's address space, readable and writable throughout; its pages take memory
 * once touched (mmap with MAP_NORESERVE).
 *
 * <p>Element accesses of the host take no lock, so another thread may close the memory that they
 * are about to touch. Therefore {@link #close} gives back the memory but keeps the addresses. These
 * are unmapped when nothing refers to this object any more; arrays refer to it until their accesses
 * end.
 */
final class Reservation implements AutoCloseable {

  /** Granularity of {@link #discard}: a multiple of the page size of every supported machine. */
  static final long PAGE = 1L << 16;

  private static final int PROT_READ_WRITE = 0x1 | 0x2;
  private static final int MAP_PRIVATE = 0x02;
  private static final int MADV_HUGEPAGE = 14;
  private static final long MAP_FAILED = -1;

  private final SystemCalls calls;
  private final MemorySegment mapped;

  @SuppressWarnings("restricted")
  private Reservation(SystemCalls calls, long base, long bytes) {
    this.calls = calls;
    this.mapped =
        MemorySegment.ofAddress(base)
            .reinterpret(bytes, Arena.ofAuto(), range -> calls.unmap(range.address(), bytes));
  }

  /**
   * Reserves {@code wanted} bytes, or as large a part as the system gives, by halves.
   *
   * @throws OutOfMemoryError if even {@code least} bytes are refused
   */
  static Reservation reserve(long wanted, long least) {
    SystemCalls calls = new SystemCalls();
    for (long bytes = roundUp(wanted); bytes >= least; bytes = roundUp(bytes / 2)) {
      long base = calls.map(bytes);
      if (base == MAP_FAILED) {
        // Ranges that were closed may be waiting for the garbage collector.
        System.gc();
        base = calls.map(bytes);
      }
      if (base != MAP_FAILED) {
        calls.preferHugePages(base, bytes);
        return new Reservation(calls, base, bytes);
      }
    }
    throw new OutOfMemoryError("the system refuses to reserve " + least + " bytes of addresses");
  }

  private static long roundUp(long bytes) {
    return (bytes + PAGE - 1) & -PAGE;
  }

  long base() {
    return mapped.address();
  }

  long bytes() {
    return mapped.byteSize();
  }

  /**
   * Gives back the memory behind whole pages.
   *
   * @return whether they are zero now
   */
  boolean discard(long address, long length) {
    return calls.discard(address, length);
  }

  /** Gives back the memory. Accesses from now on are undefined, but harmless. */
  @Override
  public void close() {
    calls.discard(base(), bytes());
  }

  /** mmap, munmap and madvise, with the constants of Linux or macOS. */
  private static final class SystemCalls {

    private final boolean mac =
        System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
    private final MemorySegment madvise = NativeCall.find("madvise");

    long map(long length) {
      int anonymousNoReserve = mac ? 0x1000 | 0x40 : 0x20 | 0x4000;
      MemorySegment mmap = NativeCall.find("mmap");
      return NativeCall.call(
          mmap, 0, length, PROT_READ_WRITE, MAP_PRIVATE | anonymousNoReserve, -1, 0);
    }

    void unmap(long address, long length) {
      if ((int) NativeCall.call(NativeCall.find("munmap"), address, length, 0) != 0) {
        throw new IllegalStateException("munmap of 0x%x failed".formatted(address));
      }
    }

    /**
     * A hint: if the system follows it, first touches cost a page fault per 2 MiB instead of per 4
     * KiB.
     */
    void preferHugePages(long address, long length) {
      if (!mac) {
        advise(address, length, MADV_HUGEPAGE);
      }
    }

    boolean discard(long address, long length) {
      int dontNeedOrFree = mac ? 5 : 4;
      return advise(address, length, dontNeedOrFree) && !mac;
    }

    private boolean advise(long address, long length, int advice) {
      return (int) NativeCall.call(madvise, address, length, advice) == 0;
    }
  }
}
