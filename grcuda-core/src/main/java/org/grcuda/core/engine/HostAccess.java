package org.grcuda.core.engine;

import java.lang.ref.Reference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.grcuda.core.dag.ComputationDag;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.types.GrCudaException;

/**
 * The host's use of arrays: element accesses, copies, and open views. Each waits for the
 * computations that it depends on, and for nothing else. May be used from several threads.
 */
public final class HostAccess implements AutoCloseable {

  /** Copies from this size on are part of the DAG; smaller ones hold the lock, which costs less. */
  private static final int SECTION_BYTES = 4 << 10;

  private final Computations session;
  private final ComputationDag dag;
  private final Set<HostSection> sections = ConcurrentHashMap.newKeySet();
  private final Set<Grant> grants = ConcurrentHashMap.newKeySet();

  /** A part of an array that the host may use until it gives it back. */
  public interface Grant {

    /**
     * Whether the host may use {@code region} thanks to this. If so, waits until it may.
     *
     * @throws GrCudaException if a computation that wrote the region failed
     */
    boolean grants(Region region, AccessMode mode);

    /**
     * Whether the current thread may use {@code allocation} even if the program has freed it
     * meanwhile: the memory stays until this ends.
     */
    default boolean lends(Allocation allocation) {
      return false;
    }

    /** Gives it back. Idempotent. */
    void release();
  }

  HostAccess(Computations session, ComputationDag dag) {
    this.session = session;
    this.dag = dag;
  }

  /**
   * Waits until the host may access an array, and for nothing else.
   *
   * @return the address of its first element
   * @throws GrCudaException if it was freed, or a computation that wrote it failed
   */
  public long access(NdArray array, AccessMode mode) {
    requireNear(array);
    access(session.checkedRegion(array), mode);
    return array.address();
  }

  /**
   * As {@link #access}, for one element: see {@link NdArray#element}.
   *
   * @return the address of the element
   */
  public long element(NdArray array, AccessMode mode, long... indices) {
    array.storage().checkAlive(array);
    requireNear(array);
    NdArray element = array.element(indices);
    access(element.region(), mode);
    return element.address();
  }

  /** Heeds {@code grant} in later accesses. Closing the session releases it. */
  public void add(Grant grant) {
    grants.add(grant);
    if (session.isClosed()) {
      grant.release();
      session.checkOpen();
    }
  }

  /** Forgets {@code grant}. */
  public void remove(Grant grant) {
    grants.remove(grant);
  }

  boolean isLent(Allocation allocation) {
    return grants.stream().anyMatch(grant -> grant.lends(allocation));
  }

  private boolean isGranted(Region region, AccessMode mode) {
    for (Grant grant : grants) {
      if (grant.grants(region, mode)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Refuses an array that the host reaches by copies only.
   *
   * @throws GrCudaException if it is such an array
   */
  public static void requireNear(NdArray array) {
    if (array.isAway()) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          array.describe()
              + " is in the memory of device "
              + array.storage().allocation().home()
              + ", which the host cannot access by element: use its copyTo or copyFrom");
    }
  }

  private void access(Region region, AccessMode mode) {
    if (isGranted(region, mode)) {
      return;
    }
    guarded(
        () -> {
          switch (mode) {
            case READ -> dag.hostRead(region);
            case OVERWRITE -> dag.hostOverwrite(region);
            case WRITE, READ_WRITE -> dag.hostWrite(region);
          }
          return null;
        });
  }

  private <R> R guarded(Supplier<R> access) {
    try {
      return access.get();
    } catch (ComputationFailedException e) {
      throw RuntimeErrors.of(e);
    } catch (IllegalStateException e) {
      throw RuntimeErrors.of(session, e);
    }
  }

  /**
   * The end of the computations that write an array, which {@link #access} would wait for.
   *
   * @throws GrCudaException if it was freed
   */
  public Completion completion(NdArray array) {
    Region region = session.checkedRegion(array);
    return Completion.ofData(session, guarded(() -> dag.writers(region)));
  }

  /**
   * Enters host code that uses an array: waits as {@link #access}, and makes conflicting
   * computations wait until the section is closed. Closing the session closes it.
   *
   * @param atClose runs once, when the section is closed
   */
  public HostSection enter(NdArray array, AccessMode mode, Runnable atClose) {
    requireNear(array);
    Vertex vertex = enter("the open view of ", array, mode);
    HostSection section = new HostSection(dag, vertex, mode, atClose, sections::remove);
    sections.add(section);
    if (session.isClosed()) {
      // It may have come too late for the closing thread, which then waits for its end.
      section.close();
      session.checkOpen();
    }
    return section;
  }

  private Vertex enter(String use, NdArray array, AccessMode mode) {
    Access access = new Access(session.checkedRegion(array), mode);
    return guarded(() -> dag.enter(use + array.describe(), access));
  }

  /**
   * Copies between an array and memory of Java: runs {@code copy} on the first address, once the
   * host may access it. Nothing that conflicts happens meanwhile, and closing waits for its end.
   *
   * @param copy runs no code of the program: the scheduling lock may be held then
   */
  public void copy(NdArray array, AccessMode mode, LongConsumer copy) {
    if (array.isAway()) {
      staged(array, mode, near -> copy(near, mode, copy));
    } else if (isGranted(session.checkedRegion(array), mode)) {
      copy.accept(array.address());
    } else if (array.bytes() < SECTION_BYTES) {
      Region region = session.checkedRegion(array);
      guarded(
          () -> {
            dag.hostUse(region, mode, () -> copy.accept(array.address()));
            return null;
          });
    } else {
      inSection(array, mode, copy);
    }
    Reference.reachabilityFence(array);
  }

  /**
   * As {@link #copy}, with a copy that may run code of the program. For a small array the copy ends
   * before conflicting work of this thread begins, and does not hold up other threads' work.
   */
  public void guestCopy(NdArray array, AccessMode mode, LongConsumer copy) {
    if (array.isAway()) {
      staged(array, mode, near -> guestCopy(near, mode, copy));
    } else if (isGranted(session.checkedRegion(array), mode)) {
      copy.accept(array.address());
    } else if (array.bytes() < SECTION_BYTES) {
      copy.accept(access(array, mode));
    } else {
      inSection(array, mode, copy);
    }
    Reference.reachabilityFence(array);
  }

  /**
   * Runs {@code copy}, a copy from or to {@code array}, on an array that the host can access, with
   * the same elements.
   *
   * @param mode READ or OVERWRITE: what the copy does to the array
   * @throws GrCudaException if it is a strided view
   */
  public void staged(NdArray array, AccessMode mode, Consumer<NdArray> copy) {
    array.dense(mode.writes() ? "copyFrom" : "copyTo", "copied between device and host");
    NdArray near = session.allocate(array.type(), array.shape(), array.order());
    try {
      if (mode.keepsContents()) {
        session.copy(near, array);
      }
      copy.accept(near);
      if (mode.writes()) {
        session.copy(array, near);
      }
    } finally {
      session.free(near);
    }
  }

  private void inSection(NdArray array, AccessMode mode, LongConsumer copy) {
    Vertex vertex = enter("the copy of ", array, mode);
    try {
      copy.accept(array.address());
    } finally {
      dag.leave(vertex);
    }
  }

  /** Closes every open view, and releases every grant. */
  @Override
  public void close() {
    grants.forEach(Grant::release);
    sections.forEach(HostSection::close);
  }
}
