package org.grcuda.cpu.translate.semantics;

import java.lang.foreign.MemorySegment;

/** The address space, for accesses that were checked before. */
final class NativeMemory {

  /** Offsets into it are native addresses. */
  static final MemorySegment ALL = everything();

  private NativeMemory() {}

  @SuppressWarnings("restricted")
  private static MemorySegment everything() {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  }
}
