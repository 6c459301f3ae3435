package org.grcuda.runtime.memory;

import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.memory.PoolAllocator.Chunk;

/**
 * The copies of a replicated allocation on devices, and what is under way between them. Guarded by
 * the scheduling lock.
 */
final class Copies extends TableEntry {

  /** Its blocks by device; null before the first. */
  private BlockList[] blocks;

  /** The part of its device's pool that it is, where it stays there (cudaMalloc); else null. */
  Chunk chunk;

  /** Unfinished transfers of it. */
  int transfers;

  /**
   * What reads of parts by the host, since a device wrote it, have cost: see the memory manager.
   */
  int pageReads;

  /** Whether it is to be released once no transfer is unfinished. */
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

  /** As the other, which is made if there is none, of {@code devices} devices. */
  BlockList blocks(int device, int devices) {
    if (blocks == null) {
      blocks = new BlockList[devices];
    }
    if (blocks[device] == null) {
      blocks[device] = new BlockList();
    }
    return blocks[device];
  }

  /** The block with byte {@code offset} at {@code place}; null for the host. */
  Block block(int place, long offset) {
    return place == Places.HOST ? null : blocks(place).covering(offset, offset + 1);
  }
}
