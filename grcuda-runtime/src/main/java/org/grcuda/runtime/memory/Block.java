package org.grcuda.runtime.memory;

import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.PendingVertices;
import org.grcuda.runtime.memory.PoolAllocator.Chunk;

/**
 * Memory of one device for the bytes {@code [start, end)} of an allocation. The locations of the
 * allocation tell which of these bytes are valid. Guarded by the scheduling lock.
 */
final class Block {

  final Allocation allocation;
  final int device;
  final long start;
  final long end;
  final Chunk chunk;

  /** Computations and transfers on the device that use it. */
  final PendingVertices users = new PendingVertices();

  /** Earlier users of the memory, which every user of the block must come after. */
  final PendingVertices fences = new PendingVertices();

  /** The block of the device that was used last before this one; null for the oldest. */
  Block older;

  /** The block of the device that was used next after this one; null for the newest. */
  Block newer;

  /** Number of the last placement that needs this block; that placement does not evict it. */
  long keptBy;

  Block(Allocation allocation, int device, long start, long end, Chunk chunk) {
    this.allocation = allocation;
    this.device = device;
    this.start = start;
    this.end = end;
    this.chunk = chunk;
  }

  /**
   * Bytes of memory that a block for {@code [start, end)} takes. The block begins at an aligned
   * offset, so that its addresses are aligned as those of the allocation are.
   */
  static long size(long start, long end) {
    return end - alignedDown(start);
  }

  private static long alignedDown(long offset) {
    return offset & -PoolAllocator.ALIGNMENT;
  }

  boolean covers(long from, long to) {
    return start <= from && to <= end;
  }

  boolean overlaps(long from, long to) {
    return start < to && from < end;
  }

  /** Address on the device of byte {@code offset} of the allocation. */
  long address(long offset) {
    return chunk.address() + offset - alignedDown(start);
  }
}
