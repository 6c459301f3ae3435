package org.grcuda.runtime.computation;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.Device;
import org.grcuda.driver.Submission;

/**
 * What has the driver move the data of a computation, after the computation's parents: waits,
 * advice and prefetches. It goes to the driver before the computation does, on the same stream, and
 * without the scheduling lock, because a prefetch of much memory takes the driver long. Data that
 * moves elsewhere meanwhile is only slower to reach. No memory of the computation is released until
 * it has become a user of that memory, or has been given up.
 */
public final class EarlyMoves {

  private final SchedulingLock lock;
  private final Device device;
  private final ComputeStream stream;
  private final Submission submission = new Submission();
  private final List<Vertex> parents = new ArrayList<>();
  private Access[] kept = {};

  /** Null if nobody needs the times. */
  private MoveTimes times;

  private boolean isSubmitted;

  /** None yet, for a computation on {@code stream}, one of {@code device}. */
  public EarlyMoves(SchedulingLock lock, ComputeStream stream, Device device) {
    this.lock = lock;
    this.device = device;
    this.stream = stream;
  }

  /** Those of {@code vertex} that are with the driver, on {@code stream}; null if none are. */
  public static EarlyMoves of(Vertex vertex, ComputeStream stream) {
    EarlyMoves moves = vertex.held == null ? null : vertex.held.earlyMoves;
    return moves != null && moves.isSubmitted && moves.stream == stream ? moves : null;
  }

  /** Where they are appended. */
  public Submission submission() {
    return submission;
  }

  /**
   * Appends what takes the time before they begin; {@link #begin} does so for the time after.
   *
   * @param taken null if nobody needs the times
   */
  public void time(MoveTimes taken) {
    times = taken;
    if (times != null) {
      submission.record(stream.driverStream(), times.before());
    }
  }

  /** The times that {@link #time} was given, which are the caller's from now on. */
  public MoveTimes takeTimes() {
    MoveTimes taken = times;
    times = null;
    return taken;
  }

  /** Appends a wait for {@code parent}, which has an event. With the scheduling lock held. */
  public void waitFor(Vertex parent) {
    submission.waitFor(stream.driverStream(), parent.event);
    parents.add(parent);
  }

  /** All are appended: keeps the memory of {@code vertex}. With the scheduling lock held. */
  public void begin(Vertex vertex) {
    if (times != null) {
      submission.record(stream.driverStream(), times.after());
    }
    kept = vertex.accesses();
    for (Access access : kept) {
      lock.keep(access.allocation());
    }
    vertex.held().chosenStream = stream;
    vertex.held().earlyMoves = this;
  }

  /**
   * Hands them to the driver. Called without the scheduling lock. If the event of a parent was
   * recorded again meanwhile, the parent has ended, and the wait is for a later computation, which
   * is with the driver, too.
   *
   * @throws org.grcuda.driver.DriverException if the device refuses them
   */
  public void submit() {
    device.submit(submission);
    isSubmitted = true;
  }

  /** Notes that their stream has waited for the parents. With the scheduling lock held. */
  public void noteWaits() {
    for (Vertex parent : parents) {
      if (parent.stream != null) {
        stream.waitsFor(parent);
      }
    }
  }

  /**
   * Something that ends when the device has made them, if it comes next on their {@link #stream}:
   * then the memory may be released. For a computation that is given up; null if they are not with
   * the driver. With the scheduling lock held.
   */
  public Vertex marker() {
    if (!isSubmitted) {
      return null;
    }
    Operation nothing = new Operation.WaitEvent(null);
    Vertex marker = new Vertex("prefetch", nothing, new Access[0], Placement.ANYWHERE);
    marker.held().whenEnded = ended -> end();
    return marker;
  }

  /** The stream that they are on. */
  public ComputeStream stream() {
    return stream;
  }

  /** Lets the memory be released: nothing is moved any more, or the computation uses it. */
  public void end() {
    for (Access access : kept) {
      lock.endKeeping(access.allocation());
    }
    kept = new Access[0];
    if (times != null) {
      takeTimes().release();
    }
  }
}
