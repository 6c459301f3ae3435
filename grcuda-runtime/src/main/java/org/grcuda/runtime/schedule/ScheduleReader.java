package org.grcuda.runtime.schedule;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import java.io.EOFException;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.runtime.schedule.Schedule.Dependency;
import org.grcuda.runtime.schedule.Schedule.Eviction;
import org.grcuda.runtime.schedule.Schedule.MemoryUse;
import org.grcuda.runtime.schedule.Schedule.ScheduledDevice;
import org.grcuda.runtime.schedule.Schedule.ScheduledStream;
import org.grcuda.runtime.schedule.ScheduledComputation.Argument;
import org.grcuda.runtime.schedule.ScheduledComputation.Pull;
import org.grcuda.runtime.schedule.ScheduledComputation.Shape;
import org.grcuda.runtime.schedule.ScheduledComputation.Transfer;

/** Reads what {@link ScheduleWriter} writes. Unknown fields are skipped. */
public final class ScheduleReader {

  private final JsonReader json;
  private final Map<String, String> metadata = new LinkedHashMap<>();
  private final List<ScheduledDevice> devices = new ArrayList<>();
  private final List<ScheduledStream> streams = new ArrayList<>();
  private final List<ScheduledComputation> computations = new ArrayList<>();
  private final List<Dependency> dependencies = new ArrayList<>();
  private final List<MemoryUse> memory = new ArrayList<>();
  private final List<Eviction> evictions = new ArrayList<>();
  private String format = "";
  private long leftOut;

  private ScheduleReader(Reader in) {
    json = new JsonReader(in);
  }

  /**
   * Reads a schedule.
   *
   * @throws ScheduleFormatException if {@code in} holds none, saying what is wrong and where
   * @throws IOException if {@code in} throws it
   */
  public static Schedule read(Reader in) throws IOException {
    ScheduleReader reader = new ScheduleReader(in);
    try {
      return reader.read();
    } catch (MalformedJsonException | EOFException e) {
      throw new ScheduleFormatException("not JSON at " + reader.json.getPath(), e);
    } catch (IllegalStateException | NumberFormatException e) {
      throw new ScheduleFormatException("unexpected value at " + reader.json.getPath(), e);
    }
  }

  private Schedule read() throws IOException {
    if (json.peek() != JsonToken.BEGIN_OBJECT) {
      throw new ScheduleFormatException("no recorded schedule: expected a JSON object");
    }
    json.beginObject();
    while (json.hasNext()) {
      readField(json.nextName());
    }
    json.endObject();
    if (!format.equals(ScheduleWriter.FORMAT)) {
      throw new ScheduleFormatException(
          "no recorded schedule: the field \"format\" is not \"" + ScheduleWriter.FORMAT + "\"");
    }
    checkIds();
    return new Schedule(
        metadata, devices, streams, computations, dependencies, memory, evictions, leftOut);
  }

  private void readField(String name) throws IOException {
    switch (name) {
      case "format" -> format = json.nextString();
      case "version" -> {
        long version = json.nextLong();
        if (version != ScheduleWriter.VERSION) {
          throw new ScheduleFormatException(
              "a schedule of format version "
                  + version
                  + ", where "
                  + ScheduleWriter.VERSION
                  + " is understood");
        }
      }
      case "metadata" -> readMetadata();
      case "leftOut" -> leftOut = json.nextLong();
      case "devices" -> readAll(() -> devices.add(device(Fields.read(json))));
      case "streams" -> readAll(() -> streams.add(stream(Fields.read(json))));
      case "computations" -> readAll(() -> computations.add(computation(Fields.read(json))));
      case "dependencies" -> readAll(() -> dependencies.add(dependency(Fields.read(json))));
      case "memory" -> readAll(() -> memory.add(memoryUse(Fields.read(json))));
      case "evictions" -> readAll(() -> evictions.add(eviction(Fields.read(json))));
      default -> json.skipValue();
    }
  }

  private void readMetadata() throws IOException {
    json.beginObject();
    while (json.hasNext()) {
      metadata.put(json.nextName(), json.nextString());
    }
    json.endObject();
  }

  private void readAll(Element element) throws IOException {
    json.beginArray();
    while (json.hasNext()) {
      element.read();
    }
    json.endArray();
  }

  /** Reads one element of a list. */
  @FunctionalInterface
  private interface Element {
    void read() throws IOException;
  }

  private static ScheduledDevice device(Fields fields) throws ScheduleFormatException {
    return new ScheduledDevice(
        fields.integer("ordinal"), fields.text("name"), fields.number("memoryBytes"));
  }

  private static ScheduledStream stream(Fields fields) throws ScheduleFormatException {
    return new ScheduledStream(
        fields.integer("device"),
        fields.integer("index"),
        fields.word("kind", StreamKind.values(), StreamKind::label));
  }

  private static MemoryUse memoryUse(Fields fields) throws ScheduleFormatException {
    return new MemoryUse(fields.integer("device"), fields.number("nanos"), fields.number("bytes"));
  }

  private static Eviction eviction(Fields fields) throws ScheduleFormatException {
    return new Eviction(
        fields.integer("device"),
        fields.number("nanos"),
        fields.text("array"),
        fields.number("offset"),
        fields.number("bytes"),
        fields.number("saved"));
  }

  private static Dependency dependency(Fields fields) throws ScheduleFormatException {
    return new Dependency(fields.number("from"), fields.number("to"), fields.texts("arrays"));
  }

  private static ScheduledComputation computation(Fields fields) throws ScheduleFormatException {
    List<Argument> arguments = new ArrayList<>();
    if (fields.has("arguments")) {
      for (Fields argument : fields.objects("arguments")) {
        arguments.add(argument(argument));
      }
    }
    boolean timed = fields.has("start");
    return new ScheduledComputation(
        fields.number("id"),
        fields.text("name"),
        fields.word("kind", ComputationKind.values(), ComputationKind::label),
        arguments,
        fields.has("grid") ? shape(fields) : null,
        fields.has("from") ? transfer(fields) : null,
        fields.integer("device"),
        fields.integer("stream"),
        fields.number("submitted"),
        timed ? fields.number("start") : ScheduledComputation.UNTIMED,
        timed ? fields.number("end") : ScheduledComputation.UNTIMED,
        fields.word("status", ComputationStatus.values(), ComputationStatus::label),
        fields.has("failure") ? fields.text("failure") : null,
        fields.has("reason") ? pull(fields) : null);
  }

  private static Transfer transfer(Fields fields) throws ScheduleFormatException {
    return new Transfer(
        fields.integer("from"),
        fields.integer("to"),
        fields.number("bytes"),
        fields.has("reloaded") ? fields.number("reloaded") : 0);
  }

  private static Pull pull(Fields fields) throws ScheduleFormatException {
    return new Pull(
        fields.text("reason"),
        fields.has("loads") ? fields.text("loads") : null,
        fields.number("planned"),
        fields.has("taken") ? fields.number("taken") : ScheduledComputation.UNTIMED);
  }

  private static Argument argument(Fields fields) throws ScheduleFormatException {
    boolean whole = !fields.has("offset");
    return new Argument(
        fields.text("array"),
        fields.text("mode"),
        whole ? 0 : fields.number("offset"),
        fields.number("bytes"),
        whole);
  }

  private static Shape shape(Fields fields) throws ScheduleFormatException {
    int[] grid = fields.extents("grid");
    int[] block = fields.extents("block");
    return new Shape(
        grid[0], grid[1], grid[2], block[0], block[1], block[2], fields.integer("sharedBytes"));
  }

  private void checkIds() throws ScheduleFormatException {
    Set<Long> ids = new HashSet<>();
    long last = 0;
    for (ScheduledComputation computation : computations) {
      if (computation.id() <= last) {
        throw new ScheduleFormatException(
            "computation " + computation.id() + " comes after " + last + ": ids must grow");
      }
      last = computation.id();
      ids.add(last);
    }
    for (Dependency dependency : dependencies) {
      for (long id : new long[] {dependency.from(), dependency.to()}) {
        if (!ids.contains(id)) {
          throw new ScheduleFormatException(
              "the dependency from "
                  + dependency.from()
                  + " to "
                  + dependency.to()
                  + ": there is no computation "
                  + id);
        }
      }
    }
  }
}
