package org.grcuda.runtime.schedule;

import com.google.gson.FormattingStyle;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.Map;
import org.grcuda.runtime.schedule.Schedule.Dependency;
import org.grcuda.runtime.schedule.Schedule.Eviction;
import org.grcuda.runtime.schedule.Schedule.MemoryUse;
import org.grcuda.runtime.schedule.Schedule.ScheduledDevice;
import org.grcuda.runtime.schedule.Schedule.ScheduledStream;
import org.grcuda.runtime.schedule.ScheduledComputation.Argument;
import org.grcuda.runtime.schedule.ScheduledComputation.Pull;
import org.grcuda.runtime.schedule.ScheduledComputation.Shape;
import org.grcuda.runtime.schedule.ScheduledComputation.Transfer;

/**
 * Writes schedules as JSON, which {@link ScheduleReader} reads back. Each computation is on a line
 * of its own.
 */
public final class ScheduleWriter implements ScheduleExporter {

  /** In the field {@code format} of a file. */
  static final String FORMAT = "grcuda-schedule";

  /** In the field {@code version}; grows when older readers could not understand a file. */
  static final int VERSION = 1;

  private static final FormattingStyle LINES = FormattingStyle.COMPACT.withNewline("\n");

  /** Makes an exporter; it has no state. */
  public ScheduleWriter() {}

  @Override
  public String extension() {
    return "json";
  }

  @Override
  public void write(Schedule schedule, Appendable out) throws IOException {
    JsonWriter json = new JsonWriter(new AppendableWriter(out));
    json.beginObject();
    json.name("format").value(FORMAT);
    json.name("version").value(VERSION);
    json.name("metadata").beginObject();
    for (Map.Entry<String, String> entry : schedule.metadata().entrySet()) {
      json.name(entry.getKey()).value(entry.getValue());
    }
    json.endObject();
    json.name("leftOut").value(schedule.leftOut());
    writePlaces(schedule, json);
    json.name("computations").beginArray();
    for (ScheduledComputation computation : schedule.computations()) {
      writeComputation(json, computation);
    }
    json.endArray();
    json.name("dependencies").beginArray();
    for (Dependency dependency : schedule.dependencies()) {
      writeDependency(json, dependency);
    }
    json.endArray();
    json.name("memory").beginArray();
    for (MemoryUse use : schedule.memory()) {
      beginLine(json);
      json.name("device").value(use.device());
      json.name("nanos").value(use.nanos());
      json.name("bytes").value(use.bytes());
      json.endObject();
    }
    json.endArray();
    json.name("evictions").beginArray();
    for (Eviction eviction : schedule.evictions()) {
      writeEviction(json, eviction);
    }
    json.endArray();
    json.endObject();
    json.flush();
    out.append('\n');
  }

  /** Begins an object on a line of its own, as element of an array. */
  private static void beginLine(JsonWriter json) throws IOException {
    json.setFormattingStyle(LINES);
    json.beginObject();
    json.setFormattingStyle(FormattingStyle.COMPACT);
  }

  private static void writePlaces(Schedule schedule, JsonWriter json) throws IOException {
    json.name("devices").beginArray();
    for (ScheduledDevice device : schedule.devices()) {
      beginLine(json);
      json.name("ordinal").value(device.ordinal());
      json.name("name").value(device.name());
      json.name("memoryBytes").value(device.memoryBytes());
      json.endObject();
    }
    json.endArray();
    json.name("streams").beginArray();
    for (ScheduledStream stream : schedule.streams()) {
      beginLine(json);
      json.name("device").value(stream.device());
      json.name("index").value(stream.index());
      json.name("kind").value(stream.kind().label());
      json.endObject();
    }
    json.endArray();
  }

  private static void writeComputation(JsonWriter json, ScheduledComputation computation)
      throws IOException {
    beginLine(json);
    json.name("id").value(computation.id());
    json.name("name").value(computation.name());
    json.name("kind").value(computation.kind().label());
    if (!computation.arguments().isEmpty()) {
      json.name("arguments").beginArray();
      for (Argument argument : computation.arguments()) {
        writeArgument(json, argument);
      }
      json.endArray();
    }
    if (computation.shape() != null) {
      writeShape(json, computation.shape());
    }
    if (computation.transfer() != null) {
      Transfer transfer = computation.transfer();
      json.name("from").value(transfer.from());
      json.name("to").value(transfer.to());
      json.name("bytes").value(transfer.bytes());
      if (transfer.reloadedBytes() > 0) {
        json.name("reloaded").value(transfer.reloadedBytes());
      }
    }
    json.name("device").value(computation.device());
    json.name("stream").value(computation.stream());
    json.name("submitted").value(computation.submittedNanos());
    if (computation.isTimed()) {
      json.name("start").value(computation.startNanos());
      json.name("end").value(computation.endNanos());
    }
    if (computation.pull() != null) {
      writePull(json, computation.pull());
    }
    json.name("status").value(computation.status().label());
    if (computation.failure() != null) {
      json.name("failure").value(computation.failure());
    }
    json.endObject();
  }

  private static void writePull(JsonWriter json, Pull pull) throws IOException {
    json.name("reason").value(pull.reason());
    if (pull.array() != null) {
      json.name("loads").value(pull.array());
    }
    json.name("planned").value(pull.plannedNanos());
    if (pull.takenNanos() != ScheduledComputation.UNTIMED) {
      json.name("taken").value(pull.takenNanos());
    }
  }

  private static void writeArgument(JsonWriter json, Argument argument) throws IOException {
    json.beginObject();
    json.name("array").value(argument.array());
    json.name("mode").value(argument.mode());
    if (!argument.isWhole()) {
      json.name("offset").value(argument.offset());
    }
    json.name("bytes").value(argument.bytes());
    json.endObject();
  }

  private static void writeShape(JsonWriter json, Shape shape) throws IOException {
    json.name("grid").beginArray();
    json.value(shape.gridX()).value(shape.gridY()).value(shape.gridZ()).endArray();
    json.name("block").beginArray();
    json.value(shape.blockX()).value(shape.blockY()).value(shape.blockZ()).endArray();
    json.name("sharedBytes").value(shape.sharedBytes());
  }

  private static void writeEviction(JsonWriter json, Eviction eviction) throws IOException {
    beginLine(json);
    json.name("device").value(eviction.device());
    json.name("nanos").value(eviction.nanos());
    json.name("array").value(eviction.array());
    json.name("offset").value(eviction.offset());
    json.name("bytes").value(eviction.bytes());
    json.name("saved").value(eviction.savedBytes());
    json.endObject();
  }

  private static void writeDependency(JsonWriter json, Dependency dependency) throws IOException {
    beginLine(json);
    json.name("from").value(dependency.from());
    json.name("to").value(dependency.to());
    json.name("arrays").beginArray();
    for (String array : dependency.arrays()) {
      json.value(array);
    }
    json.endArray();
    json.endObject();
  }
}
