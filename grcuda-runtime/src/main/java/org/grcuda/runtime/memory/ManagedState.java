package org.grcuda.runtime.memory;

import org.grcuda.runtime.computation.Allocation;

/**
 * The state that {@link ManagedMemoryManager} keeps with an allocation. Guarded by the scheduling
 * lock.
 */
final class ManagedState extends TableEntry {

  /**
   * Whether nobody has touched the allocation yet. Only used if the driver must be told of
   * accesses.
   */
  boolean isUntouched;

  /** Whether the program has advised the driver that the allocation is mostly read. */
  boolean isReadMostly;

  /** The hints that the driver got about the allocation; null if none. */
  ManagedHints.Told told;

  ManagedState(Allocation allocation) {
    super(allocation);
  }

  /** The state of {@code allocation}, which {@link ManagedMemoryManager} made. */
  static ManagedState of(Allocation allocation) {
    return (ManagedState) allocation.memoryState();
  }
}
