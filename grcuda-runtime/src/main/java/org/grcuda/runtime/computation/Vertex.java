package org.grcuda.runtime.computation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.grcuda.driver.Event;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.schedule.RecordedComputation;

/**
 * A computation of the DAG. The outer layer makes it and gives it its parents; the inner layer
 * gives it a device, a stream and an event, and follows it to its end. Once it has completed it
 * keeps no other vertex, allocation or operation alive.
 *
 * <p>Everything mutable is guarded by the scheduling lock; status and failure may be read without.
 */
public final class Vertex {

  /** How far a computation is. */
  public enum Status {
    /** Not handed to the driver yet. */
    PENDING,
    /** Handed to the driver. */
    SCHEDULED,
    /** Completed on its place, as has everything that it depends on. */
    COMPLETE,
    /** Failed, or depends on the data of a computation that failed. */
    FAILED
  }

  /** A store that publishes what was set before, without the fence of a volatile one. */
  private static final VarHandle STATUS;

  static {
    try {
      STATUS = MethodHandles.lookup().findVarHandle(Vertex.class, "status", Status.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int INDEX_BITS = 24;
  private static final Vertex[] NO_PARENTS = {};
  private static final Access[] NO_ACCESSES = {};

  private final String name;
  private Placement placement;
  private final boolean transfer;
  private Operation operation;
  private Access[] accesses;
  private Vertex[] parents = NO_PARENTS;
  private boolean[] dataParents;

  /** Accessed as {@link #STATUS}. */
  private Status status = Status.PENDING;

  // State of the inner layer.

  /** Shape of a launch that is with the driver; null for any other vertex. */
  public LaunchShape shape;

  public long id;
  public long sequence;
  public byte deviceOrdinal = Places.HOST;
  public int streamIndex = -1;
  public ComputeStream stream;

  /** Null before it is with the driver, and while the event of a later one stands for it. */
  public Event event;

  public Vertex nextInStream;

  /** State that few vertices need; null if this one never did. */
  public HeldBack held;

  /** The device that was current for the thread that submitted it. */
  public byte currentDevice;

  /** Its predicted finish when it was dispatched; 0 if the model was not asked. */
  public double predicted;

  /**
   * Notes about it; null if it is not observed. They outlive it, for the computations that depend
   * on it.
   */
  public Observation observation;

  public boolean streamTaken;

  /**
   * The outer layer's mark while it collects parents, and an index in the low {@link #INDEX_BITS}.
   */
  private long visit;

  /**
   * @param name its name in messages and exports: the kernel's name, for a launch
   * @param operation what it does
   * @param accesses what it uses, and how; owned by the vertex from now on
   * @param placement where it shall run
   */
  public Vertex(String name, Operation operation, Access[] accesses, Placement placement) {
    this.name = name;
    this.operation = operation;
    this.accesses = accesses.length == 0 ? NO_ACCESSES : accesses;
    this.placement = placement;
    this.transfer = operation instanceof Operation.Transfer;
  }

  /** Number in the order of submission, from 1; 0 before. */
  public long id() {
    return id;
  }

  /** Its name in messages and exports. */
  public String name() {
    return name;
  }

  /** Where it shall run. */
  public Placement placement() {
    return placement;
  }

  /** What it does; null after it has completed, and for a launch once it is with the driver. */
  public Operation operation() {
    return operation;
  }

  /** What it uses; empty after it has completed. */
  public Access[] accesses() {
    return accesses;
  }

  /** What it depends on; empty after it has completed. Not to be changed. */
  public Vertex[] parents() {
    return parents;
  }

  /**
   * Whether this vertex uses data of parent {@code index}, so that it fails if the parent fails. If
   * not, the edge is only about order (a writer after a reader, an overwriter after anyone).
   */
  public boolean isDataParent(int index) {
    return dataParents == null || dataParents[index];
  }

  /**
   * Sets what it depends on: from {@link DependencyTracker#findParents}, or before submission.
   *
   * @param parents each once, in the order that matters to stream policies
   * @param dataParents as {@link #isDataParent} says; null if all are
   */
  public void setParents(Vertex[] parents, boolean[] dataParents) {
    this.parents = parents.length == 0 ? NO_PARENTS : parents;
    this.dataParents = dataParents;
  }

  /**
   * An {@link Operation.Send}, which is held back, becomes a copy.
   *
   * @param copy what it does from now on
   * @param uses what it uses from now on: what it used, and the destination
   * @param where where it shall run
   */
  public void becomes(Operation.Copy copy, Access[] uses, Placement where) {
    operation = copy;
    accesses = uses;
    placement = where;
  }

  /** An {@link Operation.Choice} becomes {@code chosen}, which runs on {@code where}. */
  public void becomes(Operation chosen, Placement where) {
    operation = chosen;
    placement = where;
  }

  /** Whether it is a transfer of the memory manager ({@link Operation.Transfer}). */
  public boolean isTransfer() {
    return transfer;
  }

  /** How far it has got. */
  public Status status() {
    return (Status) STATUS.getAcquire(this);
  }

  /** Whether it has completed or failed. */
  public boolean isComplete() {
    Status now = status();
    return now == Status.COMPLETE || now == Status.FAILED;
  }

  /** Whether it failed, or depends on the data of a computation that failed. */
  public boolean isFailed() {
    return status() == Status.FAILED;
  }

  /** The computation that failed first: this one or an ancestor. Null unless failed. */
  public String failedName() {
    return isFailed() ? failure().name() : null;
  }

  /** The original error. Null unless failed. */
  public Throwable error() {
    return isFailed() ? failure().error() : null;
  }

  /**
   * Does nothing unless it failed.
   *
   * @throws ComputationFailedException the original error, with the name of the computation that
   *     failed first
   */
  public void throwIfFailed() {
    if (isFailed()) {
      throw failure().report();
    }
  }

  /** Ordinal of its device, {@link Places#HOST} for host code or while not placed. */
  public int device() {
    return deviceOrdinal;
  }

  /** Number of its stream on its device, from 0; -1 for host code or while not placed. */
  public int streamIndex() {
    return streamIndex;
  }

  /**
   * Its entry in the recording; null if there is no recording. Called with the scheduling lock
   * held.
   */
  public RecordedComputation recorded() {
    return observation == null ? null : observation.recorded;
  }

  /** Whether its event records the time. */
  public boolean isTimed() {
    return observation != null && observation.timed;
  }

  /** Whether a stream can wait for it: it was handed to the driver, or has completed. */
  public boolean isDispatched() {
    return status() != Status.PENDING;
  }

  /**
   * Marks it as item {@code index}, below 2^24, of the collection {@code mark}, a number from 1
   * that grows. For the outer layer, under the lock.
   */
  public void visit(long mark, int index) {
    visit = mark << INDEX_BITS | index;
  }

  /** Its index in the collection {@code mark}, -1 if it is not there. */
  public int visited(long mark) {
    return visit >>> INDEX_BITS == mark ? (int) visit & (1 << INDEX_BITS) - 1 : -1;
  }

  /** Whether it failed by itself, and {@link #throwIfFailed} has not reported it yet. */
  public boolean isUnreportedFailure() {
    Failure failure = failure();
    return failure != null && failure.isOf(this) && !failure.isReported();
  }

  /** Whether it failed, and the failure was not reported yet. */
  boolean isUntoldFailure() {
    Failure failure = failure();
    return failure != null && !failure.isReported();
  }

  private Failure failure() {
    return held == null ? null : held.failure;
  }

  /** The first parent whose failure makes this one fail; null if there is none. */
  public Vertex failedDataParent() {
    for (int i = 0; i < parents.length; i++) {
      if (parents[i].isFailed() && isDataParent(i)) {
        return parents[i];
      }
    }
    return null;
  }

  /** Whether something that it depends on has not ended. */
  public boolean hasUnfinishedParent() {
    for (Vertex parent : parents) {
      if (!parent.isComplete()) {
        return true;
      }
    }
    return false;
  }

  /** {@link #held}; made if it was null. */
  public HeldBack held() {
    if (held == null) {
      held = new HeldBack();
    }
    return held;
  }

  /** Whether a thread waits for its event. */
  public boolean isWaitedFor() {
    return held != null && held.waiters > 0;
  }

  /** Says why it is not executed, if the reason is not a parent's failure. */
  public void refuse(Throwable reason) {
    held().refusal = reason;
  }

  /** Why it is not executed, if the reason is not a parent's failure; null if there is none. */
  public Throwable refusal() {
    return held == null ? null : held.refusal;
  }

  /** Forgets what was done before it could go to the driver: it uses its data now, or has ended. */
  public void endEarlyMoves() {
    if (held != null && held.earlyMoves != null) {
      held.earlyMoves.end();
      held.earlyMoves = null;
    }
  }

  public void markScheduled() {
    shape = operation.shape();
    if (shape != null) {
      // The driver has a copy of the parameters, and may hold millions of launches.
      operation = null;
    }
    STATUS.setRelease(this, Status.SCHEDULED);
  }

  /**
   * Ends it, after its parents. It fails if a data parent has failed, if it was {@link #refuse}d,
   * or with {@code reason} unless that is null.
   */
  public void end(Throwable reason) {
    Vertex failedParent = failedDataParent();
    Throwable cause = refusal() == null ? reason : refusal();
    boolean fails = failedParent != null || cause != null;
    if (fails) {
      held().failure = failedParent == null ? new Failure(this, cause) : failedParent.failure();
      held.refusal = null;
    }
    operation = null;
    accesses = NO_ACCESSES;
    parents = NO_PARENTS;
    dataParents = null;
    stream = null;
    shape = null;
    STATUS.setRelease(this, fails ? Status.FAILED : Status.COMPLETE);
  }

  @Override
  public String toString() {
    return name + "#" + id;
  }
}
