package org.grcuda.runtime;

/** The allocations of one memory manager that were not released. */
final class AllocationTable {

  private final SchedulingLock lock;
  private Allocation first;
  private long lastId;
  private long bytes;
  private boolean closed;

  AllocationTable(SchedulingLock lock) {
    this.lock = lock;
  }

  /**
   * Makes the allocation for memory that is there.
   *
   * @param name null for one made of its number
   * @param home as {@link Allocation#home}
   * @param foreign as {@link Allocation#isForeign}: it is not kept here
   * @throws IllegalStateException if it is closed
   */
  Allocation register(String name, long address, long size, int home, boolean foreign) {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("the context is closed");
      }
      long id = ++lastId;
      String shown = name != null ? name : (foreign ? "host memory " : "array ") + id;
      Allocation made = new Allocation(id, shown, address, size, home, foreign);
      if (!foreign) {
        link(made);
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
      if (allocation.isReleased) {
        return false;
      }
      allocation.isReleased = true;
      unlink(allocation);
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

  /** The first of all of them, linked by {@link Allocation#next}, with the lock held. */
  Allocation first() {
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
      if (first != null) {
        first.markFreed();
      }
      return first;
    } finally {
      lock.unlock();
    }
  }

  private void link(Allocation allocation) {
    allocation.next = first;
    if (first != null) {
      first.previous = allocation;
    }
    first = allocation;
  }

  private void unlink(Allocation allocation) {
    if (allocation.previous == null) {
      first = allocation.next;
    } else {
      allocation.previous.next = allocation.next;
    }
    if (allocation.next != null) {
      allocation.next.previous = allocation.previous;
    }
    allocation.previous = null;
    allocation.next = null;
  }
}
