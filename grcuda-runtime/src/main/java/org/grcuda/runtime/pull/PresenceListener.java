package org.grcuda.runtime.pull;

/** Is told where data is, or will be. */
@FunctionalInterface
interface PresenceListener {

  /**
   * {@code datum} has begun to count as being on some devices, or has ceased to.
   *
   * @param devices bit d is device d; at least one
   * @param isHere whether it counts as being on these now
   */
  void changed(int datum, long devices, boolean isHere);
}
