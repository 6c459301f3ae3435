package org.grcuda.runtime.memory;

import org.grcuda.runtime.computation.Allocation;

/** What the manager of unified memory keeps with an allocation. Guarded by the scheduling lock. */
final class ManagedState extends TableEntry {

  /** Whether the driver, which is to be told who touches it, knows of nobody yet. */
  boolean isUntouched;

  /** Whether the program has advised the driver that it is mostly read. */
  boolean isReadMostly;

  /** What the driver was told about it; null if nothing. */
  ManagedHints.Told told;

  ManagedState(Allocation allocation) {
    super(allocation);
  }

  /** What is kept with {@code allocation}, one of unified memory. */
  static ManagedState of(Allocation allocation) {
    return (ManagedState) allocation.memoryState();
  }
}
