package org.grcuda.cpu.translate.simd;

import org.grcuda.ptx.StateSpace;

/**
 * A place in the machine code that stops a kernel.
 *
 * @param line of the PTX
 * @param width bytes of the access
 * @param space shared, or any other for the whole arena; null for a {@code trap}
 * @param part of the gang
 */
record FaultSite(int line, int width, StateSpace space, int part) {

  private static final int DEADLOCK = -1;

  FaultSite(int line, int width, StateSpace space) {
    this(line, width, space, 0);
  }

  /** The site at which threads wait for others that never come. */
  static FaultSite deadlock(int line) {
    return new FaultSite(line, DEADLOCK, null);
  }

  boolean isDeadlock() {
    return width == DEADLOCK;
  }

  FaultSite inPart(int part) {
    return new FaultSite(line, width, space, part);
  }
}
