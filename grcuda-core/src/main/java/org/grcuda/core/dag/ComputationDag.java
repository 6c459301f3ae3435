package org.grcuda.core.dag;

import java.util.List;
import org.grcuda.driver.UsageException;
import org.grcuda.runtime.GpuRuntime;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.route.Router;
import org.grcuda.runtime.route.RouterShape;
import org.grcuda.runtime.route.RoutingPolicy;

/**
 * The DAG of computations. In the order of submission, it finds the data hazards between each
 * computation and those before it, from the access history of every interval of every allocation
 * that the computation uses (the paper's section III-A). The cost depends on the number of
 * accesses, never on the number of unfinished computations.
 *
 * <p>Host accesses come here only if they must wait: see {@link Allocation#isHostReadable}. May be
 * used from several threads.
 */
public final class ComputationDag {

  private static final Runnable NOTHING = () -> {};

  private final GpuRuntime runtime;
  private final DependencyPolicy policy;
  private final HazardTracker tracker;
  private final boolean recording;

  /**
   * A DAG whose computations run on {@code runtime}.
   *
   * @param policy which access modes count
   */
  public ComputationDag(GpuRuntime runtime, DependencyPolicy policy) {
    this.runtime = runtime;
    this.policy = policy;
    recording = runtime.isRecording();
    tracker = new HazardTracker(recording);
    runtime.onEnd(tracker);
  }

  /** The inner layer. */
  public GpuRuntime runtime() {
    return runtime;
  }

  /** Which access modes count. */
  public DependencyPolicy policy() {
    return policy;
  }

  /**
   * Allocates memory.
   *
   * @param name its name in messages and exports; null for a name made from its number
   * @param bytes size, at least 1
   * @throws org.grcuda.driver.DriverException CUDA_ERROR_OUT_OF_MEMORY
   */
  public Allocation allocate(String name, long bytes) {
    return runtime.memory().allocate(name, bytes);
  }

  /**
   * Submits a computation, wherever the policies want it.
   *
   * @param name the kernel's name, or another name that says what the computation does
   * @param operation a launch, copy or fill
   * @param accesses what it uses; a region may occur twice; owned by the DAG from now on
   * @throws org.grcuda.driver.DriverException if the device refuses it; then nothing has changed
   * @throws org.grcuda.runtime.computation.ComputationFailedException if execution is synchronous
   *     and it failed
   * @throws UsageException if the runtime is closed, or an allocation was freed
   */
  public Vertex submit(String name, Operation operation, Access... accesses) {
    return submit(name, operation, Placement.ANYWHERE, accesses);
  }

  /** As the other, at a place of the submitter's choice. */
  public Vertex submit(String name, Operation operation, Placement placement, Access... accesses) {
    Access[] effective = operation instanceof Operation.Launch ? effective(accesses) : accesses;
    return runtime.submit(new Vertex(name, operation, effective, placement), tracker);
  }

  /** Copies {@code source} to {@code destination}, asynchronously. */
  public Vertex copy(Region destination, Region source) {
    return submit(
        "copy",
        new Operation.Copy(destination, source),
        new Access(destination, AccessMode.OVERWRITE),
        new Access(source, AccessMode.READ));
  }

  /**
   * Fills {@code destination} with the low {@code width} bytes of {@code pattern}, asynchronously.
   */
  public Vertex fill(Region destination, long pattern, int width) {
    return submit(
        "fill",
        new Operation.Fill(destination, pattern, width),
        new Access(destination, AccessMode.OVERWRITE));
  }

  /**
   * Runs host code on this thread, after the computations that it depends on; its dependents run
   * afterwards.
   *
   * @return what it returned
   * @throws org.grcuda.runtime.computation.ComputationFailedException if data that it uses comes
   *     from a computation that failed
   */
  public Object call(String name, Operation.HostFunction function, Access... accesses) {
    return runtime.call(hostCall(name, effective(accesses)), tracker, function);
  }

  /**
   * Begins host code that uses memory. Returns when the computations that conflict have completed;
   * later ones that conflict wait for {@link #leave}.
   *
   * @throws org.grcuda.runtime.computation.ComputationFailedException as {@link #call}
   */
  public Vertex enter(String name, Access... accesses) {
    Vertex vertex = hostCall(name, effective(accesses));
    runtime.enter(vertex, tracker);
    return vertex;
  }

  /** Ends host code that {@link #enter} began. */
  public void leave(Vertex vertex) {
    runtime.finish(vertex, null);
  }

  /**
   * A router, whose packets are computations of this DAG.
   *
   * @param name in messages and exports
   */
  public Router router(String name, RoutingPolicy policy, RouterShape shape) {
    return runtime.exchange().router(tracker, name, policy, shape);
  }

  private static Vertex hostCall(String name, Access[] accesses) {
    return new Vertex(name, Operation.HostTask.CALL, accesses, Placement.ANYWHERE);
  }

  private Access[] effective(Access[] accesses) {
    if (policy != DependencyPolicy.NO_CONST) {
      return accesses;
    }
    Access[] writers = new Access[accesses.length];
    for (int i = 0; i < writers.length; i++) {
      Access access = accesses[i];
      writers[i] = new Access(access.region(), AccessMode.READ_WRITE, access.isCertain());
    }
    return writers;
  }

  /**
   * Returns when the host may read {@code region}: its last writer has completed. Before this call,
   * {@link Allocation#isHostReadable} may answer that at once; after it, it answers true if it can.
   *
   * @throws org.grcuda.runtime.computation.ComputationFailedException if its contents come from a
   *     computation that failed
   * @throws UsageException if it was freed
   */
  public void hostRead(Region region) {
    if (!region.allocation().isHostReadable()) {
      hostAccess(region, AccessMode.READ);
    }
  }

  /**
   * Returns when the host may write elements of {@code region}: its last writer and its readers
   * have completed; the host is then the only place where it is valid. Fast path: {@link
   * Allocation#isHostWritable}.
   *
   * @throws org.grcuda.runtime.computation.ComputationFailedException as {@link #hostRead}
   */
  public void hostWrite(Region region) {
    if (!region.allocation().isHostWritable()) {
      hostAccess(region, AccessMode.WRITE);
    }
  }

  /** As {@link #hostWrite}, for a host that writes every byte: an earlier failure is cleared. */
  public void hostOverwrite(Region region) {
    if (!region.allocation().isHostWritable()) {
      hostAccess(region, AccessMode.OVERWRITE);
    }
  }

  /**
   * Runs {@code use} once the host may access {@code region}, holding the scheduling lock: before
   * anything that conflicts is submitted, {@code region} freed, or the runtime closed. For code
   * that takes less time than {@link #enter} and {@link #leave} would, and waits for nothing.
   *
   * @throws org.grcuda.runtime.computation.ComputationFailedException as {@link #hostRead}
   * @throws UsageException if it was freed, or the runtime is closed
   */
  public void hostUse(Region region, AccessMode mode, Runnable use) {
    hostAccess(region, mode, use);
  }

  /**
   * The computations that write {@code region}: those that {@link #hostRead} would wait for, and
   * those that failed.
   *
   * @throws UsageException if it was freed
   */
  public List<Vertex> writers(Region region) {
    Access[] read = {new Access(region, AccessMode.READ)};
    return runtime.endNotices().before(hostCall("reader", read), tracker);
  }

  private void hostAccess(Region region, AccessMode mode) {
    hostAccess(region, mode, NOTHING);
  }

  private void hostAccess(Region region, AccessMode mode, Runnable use) {
    while (true) {
      Vertex pending;
      Vertex transfer = null;
      runtime.lock();
      try {
        if (runtime.isClosed()) {
          throw new UsageException("the context is closed");
        }
        HazardTracker.requireLive(region.allocation());
        pending = pendingConflict(region, mode);
        if (pending == null) {
          transfer = grant(region, mode);
          pending = transfer;
        }
        if (pending == null) {
          use.run();
          return;
        }
      } finally {
        runtime.unlock();
      }
      runtime.awaitEnd(pending);
      if (transfer != null && mode.keepsContents()) {
        transfer.throwIfFailed();
      }
    }
  }

  /** An unfinished computation that an access of the host must wait for, the latest first. */
  private static Vertex pendingConflict(Region region, AccessMode mode) {
    IntervalMap<AccessHistory> histories = HazardTracker.histories(region.allocation());
    for (int i = histories.find(region.offset());
        i < histories.count() && histories.start(i) < region.end();
        i++) {
      AccessHistory history = histories.value(i);
      if (mode.writes()) {
        Vertex reader = history.pendingReader();
        if (reader != null) {
          return reader;
        }
      }
      Vertex writer = history.pendingWriter();
      if (writer != null) {
        return writer;
      }
      Vertex poison = mode.keepsContents() ? history.poison() : null;
      if (poison != null) {
        poison.throwIfFailed();
      }
    }
    return null;
  }

  /**
   * Enters an access of the host if no unfinished computation conflicts with it; otherwise returns
   * one that does.
   */
  private Vertex grant(Region region, AccessMode mode) {
    return mode.writes() ? grantWrite(region, mode) : grantRead(region);
  }

  private Vertex grantWrite(Region region, AccessMode mode) {
    Allocation allocation = region.allocation();
    IntervalMap<AccessHistory> histories = HazardTracker.histories(allocation);
    // While nobody slices the array, an access of an element counts as one of the whole. But
    // overwriting a part does not clear a failure of the rest.
    boolean widen = histories.count() == 1 && !histories.value(0).isPoisoned();
    Region moved = widen ? runtime.memory().reach(region, mode) : region;
    // A widened access does not overwrite the whole.
    AccessMode effective = moved.length() == region.length() ? mode : AccessMode.WRITE;
    Vertex pending = runtime.memory().hostAccess(moved, effective);
    if (isLostOutside(region, moved, pending)) {
      widen = false;
      pending = runtime.memory().hostAccess(region, mode);
    }
    if (pending == null) {
      tracker.write(widen ? allocation.whole() : region, null);
      histories = HazardTracker.histories(allocation);
      boolean here = allocation.isForeign() || allocation.isSettledOnHost();
      boolean alone = here && isQuiet(histories);
      allocation.setHostAccess(alone || allocation.isHostReadable(), alone);
    }
    return pending;
  }

  private Vertex grantRead(Region region) {
    Allocation allocation = region.allocation();
    IntervalMap<AccessHistory> histories = HazardTracker.histories(allocation);
    boolean written = histories.count() > 1 && hasPendingWriter(histories);
    Region moved = written ? region : runtime.memory().reach(region, AccessMode.READ);
    Vertex pending = runtime.memory().hostAccess(moved, AccessMode.READ);
    if (isLostOutside(region, moved, pending)) {
      moved = region;
      pending = runtime.memory().hostAccess(moved, AccessMode.READ);
    }
    if (pending == null) {
      allocation.setHostAccess(moved.length() == allocation.bytes(), false);
    }
    return pending;
  }

  /**
   * Whether a failed transfer, {@code pending}, lost contents of {@code moved}, of which only
   * {@code region} is asked for: contents outside of it that are lost do not matter.
   */
  private static boolean isLostOutside(Region region, Region moved, Vertex pending) {
    return pending != null && pending.isFailed() && moved.length() > region.length();
  }

  /** Whether no use is unfinished or poisoned, as far as the devices can tell at once. */
  private boolean isQuiet(IntervalMap<AccessHistory> histories) {
    if (hasPendingWriter(histories)) {
      return false;
    }
    for (int i = 0; i < histories.count(); i++) {
      Vertex reader = histories.value(i).pendingReader();
      while (reader != null) {
        if (!runtime.isComplete(reader)) {
          return false;
        }
        reader = histories.value(i).pendingReader();
      }
    }
    return true;
  }

  /** Whether a writer is unfinished, as far as the devices can tell at once, or has failed. */
  private boolean hasPendingWriter(IntervalMap<AccessHistory> histories) {
    for (int i = 0; i < histories.count(); i++) {
      AccessHistory history = histories.value(i);
      Vertex writer = history.pendingWriter();
      while (writer != null) {
        if (!runtime.isComplete(writer)) {
          return true;
        }
        writer = history.pendingWriter();
      }
      if (history.isPoisoned()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Frees {@code allocation} once the computations that use it have completed. Returns at once. The
   * runtime may be closed meanwhile, so a cleaner may call it.
   *
   * @return false if it was freed before, by the program or by closing the runtime
   */
  public boolean free(Allocation allocation) {
    runtime.lock();
    try {
      if (allocation.isFreed() || runtime.isClosed()) {
        return false;
      }
      if (!recording && isUnused(allocation)) {
        allocation.markFreed();
        allocation.attach(null);
        runtime.releaseUnused(allocation);
      } else {
        runtime.submit(
            new Vertex(
                "free",
                new Operation.Free(allocation),
                new Access[] {new Access(allocation.whole(), AccessMode.OVERWRITE)},
                Placement.ANYWHERE),
            tracker);
      }
      return true;
    } finally {
      runtime.unlock();
    }
  }

  /** Whether no use of {@code allocation} is unfinished, as far as the devices can tell at once. */
  private boolean isUnused(Allocation allocation) {
    return allocation.attachment() == null || isQuiet(HazardTracker.histories(allocation));
  }

  /** Waits until everything submitted before has completed; later reads report failures. */
  public void synchronize() {
    runtime.synchronize();
  }
}
