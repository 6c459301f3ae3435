package org.grcuda.runtime.memory;

import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.PendingVertices;
import org.grcuda.runtime.memory.PoolAllocator.Chunk;

/**
 * Memory of one device for the bytes {@code [start, end)} of an allocation. What of it is valid the
 * locations of the allocation tell. Guarded by the scheduling lock.
 */
final class Block {

  final Allocation allocation;
  final int device;
  final long start;
  final long end;
  final Chunk chunk;

  /** Computations and transfers on the device that use it. */
  final PendingVertices users = new PendingVertices();

  /** What used the memory before, and comes before every user. */
  final PendingVertices fences = new PendingVertices();

  /** Neighbours in the order of use. */
  Block older;

  Block newer;

  /** The number of the placement that needs it: no victim of that one. */
  long keptBy;

  Block(Allocation allocation, int device, long start, long end, Chunk chunk) {
    this.allocation = allocation;
    this.device = device;
    this.start = start;
    this.end = end;
    this.chunk = chunk;
  }

  /** What a block of these bytes takes: it is aligned as the allocation is. */
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
