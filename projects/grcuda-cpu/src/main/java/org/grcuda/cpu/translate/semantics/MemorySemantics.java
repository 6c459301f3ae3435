package org.grcuda.cpu.translate.semantics;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Loads and stores (PTX ISA 9.7.9.8 ld, 9.7.9.12 st). Addresses are native and have been checked;
 * each access is one access of its width.
 */
public final class MemorySemantics {

  private static final MemorySegment MEMORY = NativeMemory.ALL;

  private MemorySemantics() {}

  /**
   * {@code cp.async}: copies at once, as the ISA allows, and zeroes the remaining bytes.
   *
   * @param from not read if {@code count} is 0
   * @param bytes to write: 4, 8 or 16
   * @param count bytes to read, at most as many
   */
  public static void copy(long to, long from, int bytes, int count) {
    for (int k = 0; k < bytes; k++) {
      byte value = k < count ? MEMORY.get(ValueLayout.JAVA_BYTE, from + k) : 0;
      MEMORY.set(ValueLayout.JAVA_BYTE, to + k, value);
    }
  }

  /** The bits of an element of 1, 2, 4 or 8 bytes, zero-extended. */
  public static long load(long address, int bytes) {
    return switch (bytes) {
      case 1 -> MEMORY.get(ValueLayout.JAVA_BYTE, address) & 0xff;
      case 2 -> MEMORY.get(ValueLayout.JAVA_SHORT, address) & 0xffff;
      case 4 -> MEMORY.get(ValueLayout.JAVA_INT, address) & 0xffff_ffffL;
      default -> MEMORY.get(ValueLayout.JAVA_LONG, address);
    };
  }

  /** Stores the low 1, 2, 4 or 8 bytes of {@code bits}. */
  public static void store(long address, int bytes, long bits) {
    switch (bytes) {
      case 1 -> MEMORY.set(ValueLayout.JAVA_BYTE, address, (byte) bits);
      case 2 -> MEMORY.set(ValueLayout.JAVA_SHORT, address, (short) bits);
      case 4 -> MEMORY.set(ValueLayout.JAVA_INT, address, (int) bits);
      default -> MEMORY.set(ValueLayout.JAVA_LONG, address, bits);
    }
  }
}
