package org.grcuda.runtime.memory;

import java.util.Iterator;

/** Chooses which block is evicted when memory of a device is short. */
interface EvictionPolicy {

  /**
   * The block to evict next.
   *
   * @param candidates at least one block that no unfinished computation uses, the least recently
   *     used first
   */
  Block victim(Iterator<Block> candidates);
}
