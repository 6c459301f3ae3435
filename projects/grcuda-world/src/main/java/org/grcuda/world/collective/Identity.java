package org.grcuda.world.collective;

import java.nio.ByteOrder;

/**
 * What ranks must have in common.
 *
 * @param version of this software
 * @param order of the bytes of numbers, as arrays travel as they are in memory
 * @param program the name and a digest of the program's text; empty if it is not known, or may
 *     differ
 */
public record Identity(String version, ByteOrder order, String program) {

  /** Which of the two orders. */
  boolean isLittleEndian() {
    return order == ByteOrder.LITTLE_ENDIAN;
  }
}
