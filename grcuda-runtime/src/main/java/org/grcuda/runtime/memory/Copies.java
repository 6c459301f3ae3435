package org.grcuda.runtime.memory;

import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.memory.PoolAllocator.Chunk;

/**
 * The copies of a replicated allocation on devices, and its unfinished transfers. Guarded by the
 * scheduling lock.
 */
final class Copies extends TableEntry {

  /** Its blocks, by device; null before the first. */
  private BlockList[] blocks;

  /** For memory of one device (cudaMalloc), its part of the device's pool; else null. */
  Chunk chunk;

  /** Number of its unfinished transfers. */
  int transfers;

  /** The host's small reads; null before the first. */
  PageReads pageReads;

  /** Whether it is to be released once no transfer of it is unfinished. */
  boolean isReleaseDue;

  Copies(Allocation allocation) {
    super(allocation);
  }

  /** The copies of {@code allocation}, a replicated one. */
  static Copies of(Allocation allocation) {
    return (Copies) allocation.memoryState();
  }

  /** The blocks on {@code device}; null if there never was one. */
  BlockList blocks(int device) {
    return blocks == null ? null : blocks[device];
  }

  /**
   * As {@link #blocks(int)}, but makes an empty list if there was none. There are {@code devices}
   * devices.
   */
  BlockList blocks(int device, int devices) {
    if (blocks == null) {
      blocks = new BlockList[devices];
    }
    if (blocks[device] == null) {
      blocks[device] = new BlockList();
    }
    return blocks[device];
  }

  /** The block at {@code place} that holds byte {@code offset}; null if the place is the host. */
  Block block(int place, long offset) {
    return place == Places.HOST ? null : blocks(place).covering(offset, offset + 1);
  }
}
