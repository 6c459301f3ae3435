package org.grcuda.runtime.memory;

import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.MemoryState;

/** An allocation in an {@link AllocationTable}. Guarded by the scheduling lock. */
abstract class TableEntry implements MemoryState {

  private final Allocation allocation;

  /** Whether the memory of the allocation was given back. */
  boolean isReleased;

  TableEntry previous;
  TableEntry next;

  TableEntry(Allocation allocation) {
    this.allocation = allocation;
  }

  final Allocation allocation() {
    return allocation;
  }

  /** The next entry of the table; null after the last. */
  final TableEntry next() {
    return next;
  }
}
