package org.grcuda.runtime.memory;

import java.util.function.Function;
import org.grcuda.driver.Device;
import org.grcuda.driver.UsageException;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.SchedulingLock;

/** The allocations of one memory manager that have not been released. */
final class AllocationTable {

  private final SchedulingLock lock;
  private final Function<Allocation, TableEntry> newState;
  private TableEntry first;
  private long lastId;
  private long bytes;
  private boolean closed;

  /**
   * @param newState makes the state that the memory manager keeps with a new allocation
   */
  AllocationTable(SchedulingLock lock, Function<Allocation, TableEntry> newState) {
    this.newState = newState;
    this.lock = lock;
  }

  /**
   * Makes an allocation for existing memory. It stays in the table until {@link #remove}; a foreign
   * one is never in the table.
   *
   * @param name its name; null for a name made of its number
   * @param home as {@link Allocation#home}
   * @param foreign as {@link Allocation#isForeign}
   * @throws UsageException if the table is closed
   */
  Allocation register(String name, long address, long size, int home, boolean foreign) {
    lock.lock();
    try {
      if (closed) {
        throw new UsageException("the context is closed");
      }
      long id = ++lastId;
      String shown = name != null ? name : (foreign ? "host memory " : "array ") + id;
      Allocation made = new Allocation(id, shown, address, size, home, foreign);
      TableEntry state = newState.apply(made);
      made.keep(state);
      if (!foreign) {
        link(state);
        bytes += size;
      }
      return made;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Registers memory of {@code device} that someone else owns. The host is kept from it if the
   * device says that the host does not reach it.
   *
   * @throws UsageException if the table is closed
   */
  Allocation registerOn(Device device, String name, long address, long size) {
    Allocation made = register(name, address, size, device.ordinal(), true);
    if (!device.isReachedByHost()) {
      made.guard();
    }
    return made;
  }

  /**
   * Takes {@code allocation} out of the table.
   *
   * @return false if that was done before, or if its memory is foreign
   */
  boolean remove(Allocation allocation) {
    if (allocation.isForeign()) {
      return false;
    }
    lock.lock();
    try {
      TableEntry state = (TableEntry) allocation.memoryState();
      if (state.isReleased) {
        return false;
      }
      state.isReleased = true;
      unlink(state);
      bytes -= allocation.bytes();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Bytes of all allocations in the table. */
  long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #bytes}, with the lock held. */
  long bytesNow() {
    return bytes;
  }

  /**
   * The first entry, from which {@link TableEntry#next} leads to the others; null if there is none.
   * With the lock held.
   */
  TableEntry first() {
    return first;
  }

  /** Refuses to register more. */
  void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Marks an allocation of the table as freed, so that nobody uses it any more, and returns it;
   * null if the table is empty.
   */
  Allocation takeFirst() {
    lock.lock();
    try {
      if (first == null) {
        return null;
      }
      first.allocation().markFreed();
      return first.allocation();
    } finally {
      lock.unlock();
    }
  }

  private void link(TableEntry entry) {
    entry.next = first;
    if (first != null) {
      first.previous = entry;
    }
    first = entry;
  }

  private void unlink(TableEntry entry) {
    if (entry.previous == null) {
      first = entry.next;
    } else {
      entry.previous.next = entry.next;
    }
    if (entry.next != null) {
      entry.next.previous = entry.previous;
    }
    entry.previous = null;
    entry.next = null;
  }
}
