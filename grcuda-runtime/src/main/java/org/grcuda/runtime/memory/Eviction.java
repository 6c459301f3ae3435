package org.grcuda.runtime.memory;

import java.util.Iterator;
import org.grcuda.runtime.computation.DataWatcher;

/** The eviction policies that come with the runtime. */
public enum Eviction implements EvictionPolicy {
  /** {@link #LUF} if devices take computations from a queue, else {@link #LRU}. */
  AUTO("auto") {
    @Override
    public Block victim(Iterator<Block> candidates) {
      throw new IllegalStateException("auto stands for another policy: chosen() tells which");
    }
  },
  /** Evicts the block that was not used for the longest time. */
  LRU("lru") {
    @Override
    public Block victim(Iterator<Block> candidates) {
      return candidates.next();
    }
  },
  /**
   * Least used in the future (DARTS, HAL hal-04146714, section 5.4): evicts the block that the
   * fewest computations planned for the device need. Among blocks that none of these needs, those
   * that nothing submitted is known to need come first. Among equals, the block that was not used
   * for the longest time comes first. Blocks whose data need not be saved are not preferred: the
   * other blocks would stay until memory was full of them.
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
   * The policy that is meant: what {@link #AUTO} stands for, or this one.
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
