package org.grcuda.runtime.completion;

import org.grcuda.driver.Device;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Submission;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.stream.DevicesManager;
import org.grcuda.runtime.stream.EventPool;

/**
 * The events of computations. On most devices a computation is dispatched with its event. Where
 * events are costly ({@link org.grcuda.driver.Device#hasCostlyEvents}), a launch that goes on with
 * what its stream does has none until something waits for it, or another computation follows. It
 * never gets one if that computation supersedes it: then nothing that is submitted later can depend
 * on it alone. So in a burst of launches that each write what the one before has used, a launch is
 * one call of the driver. The event of a later computation of the stream stands for the missing
 * ones.
 *
 * <p>Guarded by the scheduling lock.
 */
public final class Bursts {

  /** Most computations in a row without an event: as many end late for the host. */
  private static final int MOST = 16;

  private final DevicesManager devices;
  private final EventPool[] events;
  private final boolean[] areCostly;
  private final Submission submission = new Submission();

  /** The events of computations on {@code devices}, from one pool for each. */
  public Bursts(DevicesManager devices, EventPool[] events) {
    this.devices = devices;
    this.events = events;
    areCostly = new boolean[events.length];
    for (int i = 0; i < areCostly.length; i++) {
      areCostly[i] = devices.device(i).hasCostlyEvents();
    }
  }

  /**
   * Whether {@code vertex}, which is about to go to {@code stream}, needs no event yet. A
   * computation that waits for another stream is likely to be waited for itself, and gets its event
   * at once.
   */
  public boolean postpones(Vertex vertex, ComputeStream stream) {
    return areCostly[stream.device()]
        && (vertex.operation() instanceof Operation.Launch
            || vertex.operation() instanceof Operation.Fill)
        && goesOn(vertex, stream);
  }

  /** Whether what {@code vertex} comes after, and has not ended, is all on {@code stream}. */
  private static boolean goesOn(Vertex vertex, ComputeStream stream) {
    boolean found = false;
    for (Vertex parent : vertex.parents()) {
      if (parent.stream != null && parent.stream != stream) {
        return false;
      }
      found |= parent.stream == stream;
    }
    return found;
  }

  /**
   * Whether the last computation of {@code stream} has no event, and must get one before {@code
   * next} follows it.
   */
  public boolean endsBefore(Vertex next, ComputeStream stream) {
    return stream.unrecorded > 0 && (stream.unrecorded == MOST || !supersedes(next, stream.tail));
  }

  /**
   * Whether whatever will depend on {@code earlier}, by the data that it uses, will depend on
   * {@code later}, too.
   */
  private static boolean supersedes(Vertex later, Vertex earlier) {
    for (Access access : earlier.accesses()) {
      if (!isCovered(access, later.accesses())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isCovered(Access access, Access[] by) {
    for (Access other : by) {
      if (other.allocation() == access.allocation()
          && other.region().offset() <= access.region().offset()
          && other.region().end() >= access.region().end()
          && (other.mode().writes() || !access.mode().writes())
          && (other.isCertain() || !access.isCertain())) {
        return true;
      }
    }
    return false;
  }

  /**
   * The computation with whose event {@code vertex} has ended: itself, or a later one of its
   * stream. If there is no event yet, the last one of the stream gets one.
   *
   * @param vertex one that is on a stream
   * @throws DriverException if the driver takes no record, and the stream has work
   */
  public Vertex recorded(Vertex vertex) {
    Vertex at = vertex;
    while (at.event == null && at.nextInStream != null) {
      at = at.nextInStream;
    }
    if (at.event == null) {
      record(at);
    }
    return at;
  }

  private void record(Vertex tail) {
    ComputeStream stream = tail.stream;
    Device device = devices.device(stream.device());
    Event event = events[stream.device()].acquire();
    boolean known = false;
    try {
      submission.record(stream.driverStream(), event);
      device.submit(submission);
      known = true;
    } catch (DriverException e) {
      // Without a record the event counts as complete, and so may the work.
      if (!stream.driverStream().isIdle()) {
        throw e;
      }
      known = true;
      DriverException fault = faultOf(device);
      if (fault != null) {
        fail(stream, fault);
      }
    } finally {
      submission.clear();
      if (!known) {
        events[stream.device()].release(event);
      }
    }
    tail.event = event;
    stream.unrecorded = 0;
  }

  /** The fault after which {@code device} takes nothing; null if it takes submissions. */
  private DriverException faultOf(Device device) {
    submission.clear();
    try {
      device.submit(submission);
      return null;
    } catch (DriverException e) {
      return e.getCause() instanceof DriverException first ? first : e;
    }
  }

  /** What has no event at the end of {@code stream} has failed. */
  private static void fail(ComputeStream stream, DriverException fault) {
    Vertex first = stream.head;
    for (Vertex vertex = first; vertex != null; vertex = vertex.nextInStream) {
      if (vertex.event != null) {
        first = vertex.nextInStream;
      }
    }
    for (Vertex vertex = first; vertex != null; vertex = vertex.nextInStream) {
      vertex.refuse(fault);
    }
  }
}
