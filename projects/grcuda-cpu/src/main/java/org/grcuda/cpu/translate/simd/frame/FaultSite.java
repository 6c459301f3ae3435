package org.grcuda.cpu.translate.simd.frame;

import org.grcuda.ptx.StateSpace;

/**
 * A place in the machine code that stops a kernel.
 *
 * @param line of the PTX
 * @param width bytes of the access
 * @param space shared, or any other for the whole arena; null for a {@code trap}
 * @param part of the gang
 */
public record FaultSite(int line, int width, StateSpace space, int part) {

  private static final int DEADLOCK = -1;

  /** In the first part of the gang. */
  public FaultSite(int line, int width, StateSpace space) {
    this(line, width, space, 0);
  }

  /** The site at which threads wait for others that never come. */
  public static FaultSite deadlock(int line) {
    return new FaultSite(line, DEADLOCK, null);
  }

  /** Whether threads wait for ever there. */
  public boolean isDeadlock() {
    return width == DEADLOCK;
  }

  /** The same in a part of the gang. */
  public FaultSite inPart(int part) {
    return new FaultSite(line, width, space, part);
  }
}
