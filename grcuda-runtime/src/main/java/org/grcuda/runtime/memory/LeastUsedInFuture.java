package org.grcuda.runtime.memory;

import java.util.Iterator;
import org.grcuda.runtime.computation.DataWatcher;

/**
 * Least used in the future (DARTS, HAL hal-04146714, section 5.4): evicts the block that the fewest
 * computations planned for the device need. Among blocks that none of these needs, those that
 * nothing submitted is known to need come first. Among equals, the block that was not used for the
 * longest time comes first. Blocks whose data need not be saved are not preferred: the other blocks
 * would stay until memory was full of them.
 */
final class LeastUsedInFuture implements EvictionPolicy {

  private static final int NOT_NEEDED = -1;

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

  private static int uses(Block block) {
    DataWatcher watcher = block.allocation.watcher();
    return watcher == null ? NOT_NEEDED : watcher.plannedUses(block.start, block.end, block.device);
  }
}
