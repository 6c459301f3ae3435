package org.grcuda.cuda;

import java.lang.foreign.MemorySegment;

/** Memory by address. */
final class NativeMemory {

  /** All of it. */
  @SuppressWarnings("restricted")
  static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private NativeMemory() {}

  /** The zero-terminated text at {@code address}. */
  static String text(long address) {
    return ALL.getString(address);
  }
}
