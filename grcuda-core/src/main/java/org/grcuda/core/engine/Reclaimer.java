package org.grcuda.core.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.function.Consumer;
import org.grcuda.driver.DriverException;
import org.grcuda.runtime.computation.Allocation;

/**
 * Frees the memory of storages that nothing refers to any more. A thread of its own frees them, and
 * each allocation helps. So the backlog cannot outgrow what is being allocated, however little that
 * thread gets to run. In the other mode nothing is freed without a request: where time is virtual,
 * the garbage collector must not decide what happens when.
 */
final class Reclaimer implements AutoCloseable {

  private static final Logger LOGGER = System.getLogger(Reclaimer.class.getName());

  /** Most storages that one allocation frees; more than one, or a backlog would stay. */
  private static final int HELPED = 4;

  private static final long TOLD_MILLIS = 100;

  private final ReferenceQueue<Storage> unreachable = new ReferenceQueue<>();
  private final Consumer<Allocation> release;

  /** Null if nothing is freed without a request. */
  private final Thread thread;

  // Registrations must be reachable themselves: a list, guarded by this object.
  private Registration first;
  private boolean started;
  private volatile boolean closed;

  /**
   * @param release frees an allocation; called once for each, by any thread
   * @param unasked whether to free storages as they are found, not only when {@link #reclaim} and
   *     {@link #collect} are called
   */
  Reclaimer(Consumer<Allocation> release, boolean unasked) {
    this.release = release;
    this.thread = unasked ? new Thread(this::reclaimAll, "grcuda-reclaimer") : null;
    if (unasked) {
      thread.setDaemon(true);
    }
  }

  /** Has {@code allocation} freed once {@code storage} is unreachable. */
  Registration register(Storage storage, Allocation allocation) {
    Registration registration = new Registration(storage, allocation);
    synchronized (this) {
      if (!started && thread != null) {
        started = true;
        thread.start();
      }
      registration.next = first;
      if (first != null) {
        first.previous = registration;
      }
      first = registration;
    }
    return registration;
  }

  /** Frees some storages known to be unreachable, unless freeing needs a request. */
  void help() {
    int freed = 0;
    while (thread != null && freed < HELPED && freeNext()) {
      freed++;
    }
  }

  /** Frees all storages known to be unreachable. */
  void reclaim() {
    while (freeNext()) {
      // Each frees one.
    }
  }

  private boolean freeNext() {
    if (unreachable.poll() instanceof Registration registration) {
      registration.free();
      return true;
    }
    return false;
  }

  /** Finds unreachable storages, and frees them. */
  void collect() {
    ReferenceQueue<Object> found = new ReferenceQueue<>();
    Reference<Object> witness = new PhantomReference<>(new Object(), found);
    System.gc();
    try {
      // The collector reports what it found later, on a thread of its own. So wait first for one
      // object that it must have found, then for more while more come.
      found.remove(TOLD_MILLIS);
      Reference.reachabilityFence(witness);
      do {
        reclaim();
        Thread.sleep(1);
      } while (freeNext());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void reclaimAll() {
    while (!closed) {
      try {
        if (unreachable.remove() instanceof Registration registration) {
          registration.free();
        }
      } catch (InterruptedException e) {
        if (!closed) {
          throw new IllegalStateException("the reclaimer was interrupted by other code", e);
        }
      }
    }
  }

  /** Ends the thread. Registered storages are not freed any more. */
  @Override
  public void close() {
    closed = true;
    if (thread != null) {
      thread.interrupt();
    }
  }

  private synchronized boolean remove(Registration registration) {
    if (registration.removed) {
      return false;
    }
    registration.removed = true;
    if (registration.previous == null) {
      first = registration.next;
    } else {
      registration.previous.next = registration.next;
    }
    if (registration.next != null) {
      registration.next.previous = registration.previous;
    }
    registration.previous = null;
    registration.next = null;
    return true;
  }

  /** A note that an allocation is to be freed with its storage. */
  final class Registration extends PhantomReference<Storage> {

    private final Allocation allocation;
    private Registration previous;
    private Registration next;
    private boolean removed;

    private Registration(Storage storage, Allocation allocation) {
      super(storage, unreachable);
      this.allocation = allocation;
      Reference.reachabilityFence(storage);
    }

    /** Frees the allocation now, unless it was freed already. */
    void free() {
      if (remove(this)) {
        clear();
        try {
          release.accept(allocation);
        } catch (DriverException e) {
          LOGGER.log(Level.WARNING, "could not free " + allocation, e);
        }
      }
    }
  }
}
