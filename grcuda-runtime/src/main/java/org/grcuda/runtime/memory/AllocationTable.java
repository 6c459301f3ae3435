package org.grcuda.runtime.memory;

import java.util.function.Function;
import org.grcuda.driver.UsageException;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.SchedulingLock;

/** The allocations of one memory manager that were not released. */
final class AllocationTable {

  private final SchedulingLock lock;
  private final Function<Allocation, TableEntry> newState;
  private TableEntry first;
  private long lastId;
  private long bytes;
  private boolean closed;

  /**
   * @param newState what the memory manager keeps with an allocation, to begin with
   */
  AllocationTable(SchedulingLock lock, Function<Allocation, TableEntry> newState) {
    this.newState = newState;
    this.lock = lock;
  }

  /**
   * Makes the allocation for memory that is there.
   *
   * @param name null for one made of its number
   * @param home as {@link Allocation#home}
   * @param foreign as {@link Allocation#isForeign}: it is not kept here
   * @throws UsageException if it is closed
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

  /** Takes {@code allocation} out; false if that was done, or its memory is foreign. */
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

  /** Bytes of all of them. */
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

  /** The first of all of them, linked by {@link TableEntry#next}, with the lock held. */
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

  /** One that was not removed, which nobody may use any more; null if there is none. */
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
