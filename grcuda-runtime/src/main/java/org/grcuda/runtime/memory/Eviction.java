package org.grcuda.runtime.memory;

import java.util.Iterator;
import org.grcuda.runtime.computation.DataWatcher;

/** The eviction policies that come with the runtime. */
public enum Eviction implements EvictionPolicy {
  /** {@link #LUF} where devices take computations from a queue, else {@link #LRU}. */
  AUTO("auto") {
    @Override
    public Block victim(Iterator<Block> candidates) {
      throw new IllegalStateException("auto stands for another policy: chosen() tells which");
    }
  },
  /** What was not used for the longest time. */
  LRU("lru") {
    @Override
    public Block victim(Iterator<Block> candidates) {
      return candidates.next();
    }
  },
  /**
   * Least used in the future (DARTS, HAL hal-04146714, section 5.4): what the fewest computations
   * that are planned for the device need. Of several what nothing submitted is known to need, then
   * what was not used for the longest time: where data that need not be saved went first, the rest
   * would stay until memory was full of it.
   */
  LUF("luf") {
    @Override
    public Block victim(Iterator<Block> candidates) {
      Block victim = candidates.next();
      int least = uses(victim);
      while (candidates.hasNext() && least > NOT_NEEDED) {
        Block block = candidates.next();
        int uses = uses(block);
        if (uses < least) {
          victim = block;
          least = uses;
        }
      }
      return victim;
    }
  };

  private static final int NOT_NEEDED = -1;

  private final String optionName;

  Eviction(String optionName) {
    this.optionName = optionName;
  }

  /** The value as options spell it. */
  public String optionName() {
    return optionName;
  }

  /**
   * What {@link #AUTO} stands for, or this.
   *
   * @param isPulled whether devices take computations from a queue
   */
  public Eviction chosen(boolean isPulled) {
    if (this != AUTO) {
      return this;
    }
    return isPulled ? LUF : LRU;
  }

  private static int uses(Block block) {
    DataWatcher watcher = block.allocation.watcher();
    return watcher == null ? NOT_NEEDED : watcher.plannedUses(block.start, block.end, block.device);
  }
}
