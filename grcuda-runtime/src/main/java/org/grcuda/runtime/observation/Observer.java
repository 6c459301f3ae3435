package org.grcuda.runtime.observation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.Event;
import org.grcuda.driver.Submission;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.EarlyMoves;
import org.grcuda.runtime.computation.MoveTimes;
import org.grcuda.runtime.computation.Observation;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.schedule.RecordedComputation;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.Schedule.ScheduledDevice;
import org.grcuda.runtime.stream.EventPool;

/**
 * Measures how long computations take, and records what is scheduled, if the options ask for it, or
 * tasks want durations. Times are read when a computation is known to have completed, so nothing
 * ever waits for a time.
 *
 * <p>Guarded by the scheduling lock.
 */
public final class Observer {

  private final Driver driver;
  private final ComputationTiming timing;
  private final CommonClock clock;
  private final Recorder recorder;
  private final EventPool[] events;
  private final BytesInUse memory;

  /**
   * An observer. It always measures durations that tasks want ({@code KernelProfile.want}).
   *
   * @param wanted which computations the user wants timed
   * @param recording whether the user wants the schedule recorded
   * @param sampled whether a part of the runtime needs durations
   * @param memory how much memory arrays take up on each device, while that is recorded
   */
  public static Observer of(
      Driver driver,
      ComputationTiming wanted,
      boolean recording,
      boolean sampled,
      BytesInUse memory) {
    ComputationTiming timing =
        sampled && wanted == ComputationTiming.OFF ? ComputationTiming.SAMPLED : wanted;
    return new Observer(driver, timing, recording, memory);
  }

  private Observer(Driver driver, ComputationTiming timing, boolean recording, BytesInUse memory) {
    this.memory = memory;
    this.driver = driver;
    this.timing = timing;
    clock = new CommonClock(driver, recording && timing == ComputationTiming.ALL);
    recorder = recording ? new Recorder(clock, driver.deviceCount()) : null;
    events = new EventPool[driver.deviceCount()];
    for (int i = 0; i < events.length; i++) {
      events[i] = new EventPool(driver.device(i), true);
    }
  }

  public boolean isRecording() {
    return recorder != null;
  }

  /** A computation has got its number, and will be scheduled. */
  public void submitted(Vertex vertex) {
    if (recorder != null) {
      recorder.begin(vertex);
    }
  }

  /** A computation that could be done in several ways has become one of them. */
  public void chosen(Vertex vertex) {
    if (isRecorded(vertex)) {
      vertex.observation.recorded.becomes(vertex.operation().kind());
    }
  }

  /** A computation was accepted. */
  public void accepted(Vertex vertex) {
    if (recorder != null) {
      recorder.accepted(vertex);
    }
  }

  /**
   * A computation was planned for a device. For an observer that records.
   *
   * @param reason one word
   * @param loaded the data that is loaded for it, as far as that is the reason; else null
   */
  public void planned(Vertex vertex, String reason, Region loaded) {
    if (isRecorded(vertex)) {
      recorder.planned(vertex, reason, loaded);
    }
  }

  /** A device has taken a computation that was planned. */
  public void taken(Vertex vertex) {
    if (isRecorded(vertex)) {
      vertex.observation.recorded.taken(clock.now());
    }
  }

  private static boolean isRecorded(Vertex vertex) {
    return vertex.observation != null && vertex.observation.recorded != null;
  }

  /**
   * A device has given up data to make room. For an observer that records.
   *
   * @param region what it gave up
   * @param savedBytes what of it no other place had, so that it is brought to the host
   */
  public void evicted(int device, Region region, long savedBytes) {
    recorder.evicted(device, region, savedBytes);
  }

  /** Host code that is a computation begins. */
  public void hostBegins(Vertex vertex) {
    if (vertex.observation != null) {
      vertex.observation.hostBegin = clock.now();
    }
  }

  /**
   * Decides whether {@code vertex}, which {@code device} is about to execute, is timed, and gives
   * it its events if so.
   *
   * @return the event to record at its end; null if it is not timed
   */
  public Event time(Vertex vertex, int device) {
    if (vertex.isTransfer()) {
      // The vertex was never submitted: the memory manager made it.
      submitted(vertex);
    }
    if (!isTimed(vertex, device)) {
      return null;
    }
    if (vertex.observation == null) {
      vertex.observation = new Observation(null);
    }
    Observation observation = vertex.observation;
    observation.begin = events[device].acquire();
    observation.profile = vertex.operation().profile();
    if (observation.profile != null) {
      observation.sizeClass = vertex.operation().sizeClass(vertex.accesses());
    }
    Event end = events[device].acquire();
    observation.timed = true;
    return end;
  }

  private boolean isTimed(Vertex vertex, int device) {
    Operation operation = vertex.operation();
    return switch (timing) {
      case OFF ->
          operation.profile() != null
              && operation.profile().isWanted()
              && wantsSample(vertex, device);
      case SAMPLED -> operation.profile() != null && wantsSample(vertex, device);
      case ALL -> operation.takesTime();
    };
  }

  private static boolean wantsSample(Vertex vertex, int device) {
    Operation operation = vertex.operation();
    return operation.profile().wantsSample(device, operation.sizeClass(vertex.accesses()));
  }

  /** Events for data that is about to move ahead of {@code vertex}; null if it is not timed. */
  public MoveTimes timeEarly(Vertex vertex, int device) {
    if (timing != ComputationTiming.ALL || !isRecorded(vertex)) {
      return null;
    }
    boolean isAll = !vertex.operation().usesData();
    return isAll || Recorder.lacksData(vertex, device)
        ? new MoveTimes(
            events[device].acquire(), events[device].acquire(), isAll, events[device]::release)
        : null;
  }

  /** Appends the record that comes before the data is moved, unless it was moved ahead. */
  public void beforeMoves(Vertex vertex, ComputeStream stream, Submission submission) {
    Observation observation = vertex.observation;
    if (observation == null || !observation.timed || observation.recorded == null) {
      return;
    }
    EarlyMoves early = EarlyMoves.of(vertex, stream);
    if (early != null) {
      observation.early = early.takeTimes();
    } else if (Recorder.lacksData(vertex, stream.device())) {
      observation.moves = events[stream.device()].acquire();
      submission.record(stream.driverStream(), observation.moves);
    }
  }

  /** Appends the record that comes before the command itself. */
  public void begins(Vertex vertex, ComputeStream stream, Submission submission) {
    Observation observation = vertex.observation;
    if (observation == null) {
      return;
    }
    if (observation.recorded != null) {
      EarlyMoves early = EarlyMoves.of(vertex, stream);
      recorder.noteMoves(vertex, stream, early == null ? submission : early.submission());
    }
    if (observation.timed) {
      submission.record(stream.driverStream(), observation.begin);
    }
  }

  /** The device refused {@code vertex}, so it may be dispatched again. */
  public void refused(Vertex vertex, int device, Event end) {
    Observation observation = vertex.observation;
    if (observation == null) {
      return;
    }
    if (observation.timed) {
      events[device].release(end);
      observation.timed = false;
    }
    releaseEvents(observation, device);
    if (observation.recorded != null) {
      observation.recorded.withoutTransfers();
    }
  }

  /** It is with its device. */
  public void placed(Vertex vertex, ComputeStream stream) {
    if (isRecorded(vertex)) {
      recorder.placed(vertex, stream);
      if (vertex.isTransfer()) {
        recorder.accepted(vertex);
      }
      recorder.noteMemory(memory);
    }
  }

  /** It has ended, and keeps its event until {@link #release}. */
  public void ended(Vertex vertex) {
    Observation observation = vertex.observation;
    if (observation == null) {
      return;
    }
    if (observation.timed) {
      if (!vertex.isFailed()) {
        readTimes(vertex, observation);
      }
      releaseEvents(observation, vertex.deviceOrdinal);
    }
    if (observation.recorded != null) {
      recorder.ended(vertex);
      recorder.noteMemory(memory);
    }
  }

  private void readTimes(Vertex vertex, Observation observation) {
    long nanos = vertex.event.elapsedNanos(observation.begin);
    if (observation.profile != null) {
      observation.profile.add(vertex.deviceOrdinal, observation.sizeClass, nanos);
    }
    if (observation.recorded != null && clock.hasDevices()) {
      long end = clock.timeOf(vertex.deviceOrdinal, vertex.event);
      observation.recorded.timed(end - nanos, end);
      readMoveTimes(vertex.deviceOrdinal, observation, end - nanos);
    }
  }

  /** Enters when the data was moved for a computation that began at {@code start}. */
  private void readMoveTimes(int device, Observation observation, long start) {
    RecordedComputation recorded = observation.recorded;
    MoveTimes early = observation.early;
    if (early == null) {
      Event moves = observation.moves;
      long moved = moves == null ? 0 : observation.begin.elapsedNanos(moves);
      recorded.transfersTimed(start - moved, start);
      return;
    }
    long after = clock.timeOf(device, early.after());
    long before = after - early.after().elapsedNanos(early.before());
    if (early.isAll()) {
      recorded.timed(before, after);
    } else {
      recorded.transfersTimed(before, after);
    }
  }

  private void releaseEvents(Observation observation, int device) {
    if (observation.begin != null) {
      events[device].release(observation.begin);
      observation.begin = null;
    }
    if (observation.moves != null) {
      events[device].release(observation.moves);
      observation.moves = null;
    }
    if (observation.early != null) {
      observation.early.release();
      observation.early = null;
    }
  }

  /** Takes back the event of a computation that was timed. */
  public void release(int device, Event event) {
    events[device].release(event);
  }

  /** The recording so far. */
  public Schedule schedule(Map<String, String> metadata) {
    List<ScheduledDevice> devices = new ArrayList<>();
    for (int i = 0; i < driver.deviceCount(); i++) {
      Device device = driver.device(i);
      devices.add(new ScheduledDevice(i, device.name(), device.totalMemory()));
    }
    recorder.noteMemory(memory);
    return recorder.schedule(metadata, devices);
  }

  public void close() {
    for (EventPool pool : events) {
      pool.close();
    }
    clock.close();
  }
}
