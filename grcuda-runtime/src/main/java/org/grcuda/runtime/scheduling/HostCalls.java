package org.grcuda.runtime.scheduling;

import org.grcuda.runtime.completion.VertexWaits;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManager;
import org.grcuda.runtime.observation.Observer;

/**
 * Host code as a computation: it runs on the thread that submits it, after its parents, and what
 * depends on it starts when it has been left.
 */
public final class HostCalls {

  private final SchedulingLock lock;
  private final Intake intake;
  private final Scheduler scheduler;
  private final VertexWaits waits;
  private final MemoryManager memory;

  /** Notes what happens; null where nobody wants to know. */
  private final Observer observer;

  public HostCalls(
      SchedulingLock lock,
      Intake intake,
      Scheduler scheduler,
      VertexWaits waits,
      MemoryManager memory,
      Observer observer) {
    this.lock = lock;
    this.intake = intake;
    this.scheduler = scheduler;
    this.waits = waits;
    this.memory = memory;
    this.observer = observer;
  }

  /** Submits {@code vertex} and waits for its parents: {@code GpuRuntime.enter}. */
  public long[] enter(Vertex vertex, DependencyTracker dependencies) {
    long[] addresses = new long[vertex.accesses().length];
    lock.lock();
    try {
      intake.take(
          vertex,
          dependencies,
          submitted -> {
            for (int i = 0; i < addresses.length; i++) {
              addresses[i] = memory.address(submitted.accesses()[i].region(), Places.HOST);
            }
            scheduler.scheduleHostCall(submitted);
          });
    } finally {
      lock.unlock();
    }
    boolean entered = false;
    try {
      for (Vertex parent : vertex.parents()) {
        waits.await(parent);
      }
      entered = vertex.failedDataParent() == null && isOnHost(vertex.accesses());
    } finally {
      if (!entered) {
        leave(vertex, null);
      }
    }
    vertex.throwIfFailed();
    if (observer != null) {
      noteBegin(vertex);
    }
    return addresses;
  }

  private void noteBegin(Vertex vertex) {
    lock.lock();
    try {
      observer.hostBegins(vertex);
    } finally {
      lock.unlock();
    }
  }

  /** Returns true when the data of all {@code accesses} is on the host. */
  private boolean isOnHost(Access[] accesses) {
    for (Access access : accesses) {
      AccessMode mode = access.mode();
      if (accesses.length > 1 && mode == AccessMode.OVERWRITE) {
        // The wait for another may be cancelled before it is overwritten.
        mode = AccessMode.WRITE;
      }
      Vertex transfer = hostAccess(access.region(), mode);
      while (transfer != null) {
        waits.await(transfer);
        if (mode.keepsContents() && transfer.isTransfer()) {
          transfer.throwIfFailed();
        }
        transfer = hostAccess(access.region(), mode);
      }
    }
    return true;
  }

  private Vertex hostAccess(Region region, AccessMode mode) {
    lock.lock();
    try {
      return memory.hostAccess(region, mode);
    } finally {
      lock.unlock();
    }
  }

  /** Ends {@code vertex}: {@code GpuRuntime.leave}. */
  public void leave(Vertex vertex, Throwable error) {
    lock.lock();
    try {
      scheduler.endHostCall(vertex, error);
    } finally {
      lock.unlock();
    }
  }
}
