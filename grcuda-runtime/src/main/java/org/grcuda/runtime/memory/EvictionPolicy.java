package org.grcuda.runtime.memory;

import java.util.Iterator;

/** Chooses what gives up its memory on a device, where memory is short. */
interface EvictionPolicy {

  /**
   * The block to give up next.
   *
   * @param candidates at least one block that no unfinished computation uses, the least recently
   *     used first
   */
  Block victim(Iterator<Block> candidates);
}
