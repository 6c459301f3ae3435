package org.grcuda.runtime.route;

import org.grcuda.runtime.computation.Region;

/**
 * A buffer of a receiver, for one packet.
 *
 * @param owner what must not be collected while packets may come into the buffer
 */
record Buffer(Region memory, Object owner) {

  /** Whether a packet can still come: nobody has freed the memory. */
  boolean isUsable() {
    return !memory.allocation().isFreed();
  }
}
