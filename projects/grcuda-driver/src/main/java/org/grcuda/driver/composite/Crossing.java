package org.grcuda.driver.composite;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.UsageException;

/**
 * A submission on its way to the driver of its device. Its waits are for what events meant when it
 * was submitted, whatever is recorded since. Guarded by the bridge.
 */
final class Crossing {

  private final CompositeDevice device;
  private Submission commands;
  private final Set<CompositeStream> streams = new LinkedHashSet<>();
  private final List<CompositeEvent> events = new ArrayList<>();

  /** What each RECORD makes, in order. */
  private final List<Recording> records = new ArrayList<>();

  /** What each WAIT waits for, in order. */
  private final List<Recording> waits = new ArrayList<>();

  private Crossing(CompositeDevice device, Submission commands) {
    this.device = device;
    this.commands = commands;
  }

  /**
   * The way of {@code submission} to {@code device}.
   *
   * @throws RuntimeException as {@link org.grcuda.driver.Device#submit}, for wrong streams and
   *     events
   */
  static Crossing of(CompositeDevice device, Submission submission) {
    Crossing crossing = new Crossing(device, submission);
    Submission.Reader reader = submission.reader();
    while (reader.next()) {
      crossing.streams.add(crossing.stream(reader));
      switch (reader.command()) {
        case WAIT -> event(reader, device);
        case RECORD -> {
          if (event(reader, device).device() != device) {
            throw crossing.refused(reader, "event", event(reader, device).device());
          }
        }
        case PREFETCH, ADVISE, ATTACH ->
            throw new DriverException(
                CudaResult.CUDA_ERROR_NOT_SUPPORTED,
                reader.command().call(),
                device.ordinal(),
                "these devices share no managed memory");
        case COPY, FILL, LAUNCH -> {
          // The driver checks them.
        }
      }
    }
    return crossing;
  }

  private CompositeStream stream(Submission.Reader reader) {
    if (!(reader.stream() instanceof CompositeStream stream)
        || ((CompositeDevice) stream.device()).bridge() != device.bridge()) {
      throw new IllegalArgumentException("the stream belongs to another driver");
    }
    if (stream.isClosed()) {
      throw new UsageException("the stream is closed");
    }
    if (stream.device() != device) {
      throw refused(reader, "stream", (CompositeDevice) stream.device());
    }
    return stream;
  }

  private static CompositeEvent event(Submission.Reader reader, CompositeDevice device) {
    if (!(reader.event() instanceof CompositeEvent event)
        || event.device().bridge() != device.bridge()) {
      throw new IllegalArgumentException("the event belongs to another driver");
    }
    event.requireOpen();
    return event;
  }

  private DriverException refused(Submission.Reader reader, String what, CompositeDevice owner) {
    return new DriverException(
        CudaResult.CUDA_ERROR_INVALID_HANDLE,
        reader.command().call(),
        device.ordinal(),
        "the " + what + " belongs to device " + owner.ordinal());
  }

  /** Finds out what its events mean now. */
  void resolve() {
    Map<CompositeEvent, Recording> own = new IdentityHashMap<>();
    Submission.Reader reader = commands.reader();
    while (reader.next()) {
      switch (reader.command()) {
        case WAIT -> {
          CompositeEvent event = event(reader, device);
          Recording made = own.get(event);
          waits.add(made != null ? made : event.latest());
        }
        case RECORD -> {
          CompositeEvent event = event(reader, device);
          Recording next = event.next();
          own.put(event, next);
          events.add(event);
          records.add(next);
        }
        default -> {
          // No event.
        }
      }
    }
  }

  /** Its events have been recorded, or will be. */
  void recorded() {
    for (int i = 0; i < records.size(); i++) {
      events.get(i).renew(records.get(i));
    }
  }

  Set<CompositeStream> streams() {
    return streams;
  }

  /** Whether it is the next on its streams, and waits for nothing on the host. */
  boolean isFree() {
    for (CompositeStream stream : streams) {
      if (!stream.held().isEmpty() && stream.held().peek() != this) {
        return false;
      }
    }
    return waits.stream().noneMatch(this::isAwaited);
  }

  /** Whether the host must see {@code recording}, before the driver can take this. */
  private boolean isAwaited(Recording recording) {
    if (recording.isOver() || records.contains(recording)) {
      return false;
    }
    return isOwn(recording) ? !recording.isSubmitted() : !recording.hasCompleted();
  }

  private boolean isOwn(Recording recording) {
    return recording.device().part() == device.part();
  }

  /** A recording of another driver's device, with that driver, that it waits for; else null. */
  Recording awaited() {
    for (Recording recording : waits) {
      if (recording.isSubmitted() && !isOwn(recording) && isAwaited(recording)) {
        return recording;
      }
    }
    return null;
  }

  /** It is held back: the caller may clear its buffer of commands. */
  void hold() {
    commands = copy(commands);
    waits.forEach(Recording::addWaiting);
    streams.forEach(stream -> stream.held().add(this));
  }

  /** It is not held back any more. */
  void leave() {
    for (CompositeStream stream : streams) {
      stream.held().remove();
      if (stream.held().isEmpty()) {
        stream.drained();
      }
    }
    waits.forEach(Recording::removeWaiting);
  }

  /** Hands it to the driver. */
  void submit() {
    try {
      device.inner().submit(translated());
    } catch (DriverException e) {
      throw device.part().global(e);
    }
    records.forEach(Recording::submitted);
  }

  /** The driver has refused it at once: nothing has changed. */
  void undo() {
    for (int i = 0; i < records.size(); i++) {
      Recording before = events.get(i).latest();
      if (before.inner() == records.get(i).inner()) {
        before.restore();
      } else {
        records.get(i).close();
      }
    }
  }

  /** The driver has refused it when it was held back no more. */
  void fail(RuntimeException error) {
    records.forEach(recording -> recording.refused(error));
  }

  private Submission translated() {
    Submission translated = new Submission();
    int wait = 0;
    int record = 0;
    Submission.Reader reader = commands.reader();
    while (reader.next()) {
      Stream stream = ((CompositeStream) reader.stream()).inner();
      switch (reader.command()) {
        case WAIT -> {
          Recording awaited = waits.get(wait++);
          if (isOwn(awaited) && !awaited.isOver()) {
            translated.waitFor(stream, awaited.inner());
          }
        }
        case RECORD -> translated.record(stream, records.get(record++).inner());
        default -> append(reader, stream, translated, device.part());
      }
    }
    return translated;
  }

  private static Submission copy(Submission original) {
    Submission copy = new Submission();
    Submission.Reader reader = original.reader();
    while (reader.next()) {
      Stream stream = reader.stream();
      switch (reader.command()) {
        case WAIT -> copy.waitFor(stream, reader.event());
        case RECORD -> copy.record(stream, reader.event());
        default -> append(reader, stream, copy, null);
      }
    }
    return copy;
  }

  /**
   * Appends a command without an event.
   *
   * @param part whose memory is not the program's; null to leave that open
   */
  private static void append(
      Submission.Reader reader, Stream stream, Submission target, Part part) {
    switch (reader.command()) {
      case COPY -> {
        long to = reader.word(0);
        long from = reader.word(1);
        int external = (int) reader.word(3) | (part == null ? 0 : part.external(to, from));
        target.copy(stream, to, from, reader.word(2), external);
      }
      case FILL ->
          target.fill(stream, reader.word(0), reader.word(1), (int) reader.word(2), reader.word(3));
      case LAUNCH ->
          target.launch(
              stream,
              reader.function(),
              reader.shape(),
              reader.parameters(),
              reader.parameterBytes());
      default -> throw new IllegalStateException(reader.command() + " was refused before");
    }
  }
}
