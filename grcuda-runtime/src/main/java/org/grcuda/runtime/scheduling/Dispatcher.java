package org.grcuda.runtime.scheduling;

import java.util.Arrays;
import org.grcuda.driver.Event;
import org.grcuda.driver.Submission;
import org.grcuda.runtime.completion.Bursts;
import org.grcuda.runtime.completion.CompletionTracker;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.EarlyMoves;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManager;
import org.grcuda.runtime.observation.Observer;
import org.grcuda.runtime.selection.PolicyManager;
import org.grcuda.runtime.stream.DevicesManager;
import org.grcuda.runtime.stream.EventPool;
import org.grcuda.runtime.stream.StreamManager;

/**
 * Turns a vertex, whose stream and memory are chosen, into one submission: the waits for parents on
 * other streams, the data movement, the command itself, and the record of its event, unless that is
 * postponed ({@link Bursts}). It decides nothing.
 *
 * <p>Guarded by the scheduling lock.
 */
public final class Dispatcher {

  private final DevicesManager devices;
  private final StreamManager streams;
  private final PolicyManager policies;
  private final MemoryManager memory;
  private final EventPool[] events;
  private final Bursts bursts;
  private final CompletionTracker completion;

  /** Times or records computations. */
  private final Observer observer;

  private final CommandWriter commands;
  private final Submission submission = new Submission();

  /** Parents on other streams that a computation has to wait for. */
  private Vertex[] awaited = new Vertex[4];

  private long sequence;

  public Dispatcher(
      DevicesManager devices,
      StreamManager streams,
      PolicyManager policies,
      MemoryManager memory,
      EventPool[] events,
      Bursts bursts,
      CompletionTracker completion,
      Observer observer) {
    this.devices = devices;
    this.streams = streams;
    this.policies = policies;
    this.memory = memory;
    this.events = events;
    this.bursts = bursts;
    this.completion = completion;
    this.observer = observer;
    commands = new CommandWriter(devices, memory);
  }

  /**
   * Puts {@code vertex} on {@code stream}. Its parents are with the driver or have ended.
   *
   * @throws org.grcuda.driver.DriverException if the device refuses it: nothing has changed then
   */
  public void enqueue(Vertex vertex, ComputeStream stream) {
    int device = stream.device();
    boolean executed = isExecuted(vertex);
    Event timed = null;
    Event event = null;
    Event before = null;
    boolean accepted = false;
    sequence++;
    try {
      timed = executed ? observer.time(vertex, device) : null;
      if (bursts.endsBefore(vertex, stream)) {
        before = events[device].acquire();
        submission.record(stream.driverStream(), before);
      }
      if (timed != null) {
        event = timed;
      } else if (!executed || !bursts.postpones(vertex, stream)) {
        event = events[device].acquire();
      }
      EarlyMoves early = EarlyMoves.of(vertex, stream);
      if (early != null) {
        early.noteWaits();
      }
      waitForParents(vertex, stream);
      if (executed) {
        append(vertex, stream, early != null);
      }
      if (event != null) {
        submission.record(stream.driverStream(), event);
      }
      devices.device(device).submit(submission);
      accepted = true;
    } finally {
      submission.clear();
      if (!accepted) {
        stream.forgetWaits();
        release(before, device);
        if (timed == null) {
          release(event, device);
        }
        observer.refused(vertex, device, timed);
        policies.refused(vertex, device);
      }
    }
    if (before != null) {
      stream.tail.event = before;
      stream.unrecorded = 0;
    }
    stream.unrecorded = event == null ? stream.unrecorded + 1 : 0;
    for (Vertex parent : vertex.parents()) {
      if (parent.stream == stream) {
        parent.streamTaken = true;
      }
    }
    vertex.sequence = sequence;
    vertex.deviceOrdinal = (byte) device;
    vertex.streamIndex = stream.index();
    vertex.stream = stream;
    vertex.event = event;
    if (executed && vertex.operation().usesData()) {
      memory.scheduled(vertex, device);
    } else if (executed && vertex.operation() instanceof Operation.Prefetch prefetch) {
      memory.scheduled(vertex, prefetch.place());
    } else if (executed && vertex.operation() instanceof Operation.Advise advise) {
      memory.advised(advise);
    }
    vertex.markScheduled();
    vertex.endEarlyMoves();
    if (stream.head == null) {
      completion.workBegins(stream, vertex);
    }
    streams.append(vertex, stream);
    completion.started();
    observer.placed(vertex, stream);
  }

  private void release(Event event, int device) {
    if (event != null) {
      events[device].release(event);
    }
  }

  /**
   * Appends the data movement that comes before the command, and the command.
   *
   * @param moved whether the data movement is with the driver already
   */
  private void append(Vertex vertex, ComputeStream stream, boolean moved) {
    observer.beforeMoves(vertex, stream, submission);
    if (moved) {
      memory.wasPrepared(vertex, stream);
    } else if (vertex.operation().usesData()) {
      memory.prepare(vertex, stream, submission);
    }
    observer.begins(vertex, stream, submission);
    if (!moved || vertex.operation().usesData()) {
      commands.append(vertex, stream, submission);
    }
  }

  /**
   * Appends what comes before {@code vertex} on {@code stream}.
   *
   * @throws org.grcuda.driver.DriverException if a device takes no record of a parent's event
   */
  void appendMoves(Vertex vertex, ComputeStream stream, EarlyMoves moves) {
    sequence++;
    int count = findAwaited(vertex, stream);
    for (int i = 0; i < count; i++) {
      moves.waitFor(bursts.recorded(awaited[i]));
      awaited[i] = null;
    }
    moves.time(observer.timeEarly(vertex, stream.device()));
    if (vertex.operation().usesData()) {
      memory.prepare(vertex, stream, moves.submission());
    } else {
      commands.append(vertex, stream, moves.submission());
    }
  }

  private void waitForParents(Vertex vertex, ComputeStream stream) {
    int count = findAwaited(vertex, stream);
    for (int i = 0; i < count; i++) {
      Vertex recorded = bursts.recorded(awaited[i]);
      awaited[i] = null;
      submission.waitFor(stream.driverStream(), recorded.event);
      stream.waitsFor(recorded);
    }
  }

  /**
   * Puts into {@link #awaited} one parent per other stream, the latest there that has not
   * completed, unless {@code stream} comes after it already. Returns their number.
   */
  private int findAwaited(Vertex vertex, ComputeStream stream) {
    Vertex[] parents = vertex.parents();
    int count = 0;
    for (Vertex parent : parents) {
      ComputeStream other = parent.stream;
      if (other == null || other == stream) {
        continue;
      }
      if (other.waitMark != sequence || other.latestParent.sequence < parent.sequence) {
        other.waitMark = sequence;
        other.latestParent = parent;
      }
    }
    for (Vertex parent : parents) {
      ComputeStream other = parent.stream;
      if (other != null && other != stream && other.latestParent == parent) {
        if (!stream.hasWaitedFor(parent)) {
          if (count == awaited.length) {
            awaited = Arrays.copyOf(awaited, 2 * count);
          }
          awaited[count++] = parent;
        }
        other.latestParent = null;
      }
    }
    return count;
  }

  /**
   * Whether the device has something to do for {@code vertex}. If not, the vertex is only an event
   * that marks the end of its parents: a poisoned computation, a wait, or a host task that was
   * given up.
   */
  static boolean isExecuted(Vertex vertex) {
    return vertex.operation().isForDevice()
        && vertex.refusal() == null
        && vertex.failedDataParent() == null;
  }
}
