package org.grcuda.graph.engine;

import java.util.BitSet;

/** Work that an algorithm puts off as long as there is other work. */
@FunctionalInterface
public interface MoreWork {

  /**
   * Gives work to parts that have nothing else to do.
   *
   * @param idle the numbers of the parts that could step
   * @param isQuiet whether no part steps and no packet is under way
   * @return the numbers of those that shall step, a part of {@code idle}
   */
  BitSet wake(BitSet idle, boolean isQuiet);
}
