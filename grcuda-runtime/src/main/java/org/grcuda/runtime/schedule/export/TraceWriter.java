package org.grcuda.runtime.schedule.export;

import com.google.gson.FormattingStyle;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.runtime.schedule.AppendableWriter;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.Schedule.Dependency;
import org.grcuda.runtime.schedule.Schedule.Eviction;
import org.grcuda.runtime.schedule.Schedule.MemoryUse;
import org.grcuda.runtime.schedule.Schedule.ScheduledDevice;
import org.grcuda.runtime.schedule.Schedule.ScheduledStream;
import org.grcuda.runtime.schedule.ScheduledComputation;

/** Writes one schedule for {@link TraceExporter}, one event per line. */
final class TraceWriter implements AutoCloseable {

  private static final FormattingStyle LINES = FormattingStyle.COMPACT.withNewline("\n");

  /** Viewers sort processes by their numbers. */
  private static final int HOST = 1;

  private static final int FIRST_DEVICE = 2;

  /** Threads of the host. */
  private static final int SUBMISSIONS = 1;

  private static final int HOST_CODE = 2;

  private static final int TRANSFERS = 1 << 20;

  private final Schedule schedule;
  private final JsonWriter json;
  private final Map<Long, ScheduledComputation> timed = new HashMap<>();
  private long flows;

  TraceWriter(Schedule schedule, Appendable out) {
    this.schedule = schedule;
    this.json = new JsonWriter(new AppendableWriter(out));
    for (ScheduledComputation computation : schedule.computations()) {
      if (computation.isTimed()) {
        timed.put(computation.id(), computation);
      }
    }
  }

  void write() throws IOException {
    json.setFormattingStyle(FormattingStyle.COMPACT);
    json.beginObject();
    json.name("displayTimeUnit").value("ns");
    json.name("otherData").beginObject();
    for (Map.Entry<String, String> entry : schedule.metadata().entrySet()) {
      json.name(entry.getKey()).value(entry.getValue());
    }
    json.endObject();
    json.name("traceEvents").beginArray();
    writeNames();
    for (ScheduledComputation computation : schedule.computations()) {
      writeSubmission(computation);
      if (computation.isTimed()) {
        writeExecution(computation);
      }
    }
    for (Dependency dependency : schedule.dependencies()) {
      writeDependency(dependency);
    }
    for (ScheduledDevice device : schedule.devices()) {
      writeCounter("running", device, false);
      writeCounter("bytes in transfer", device, true);
    }
    for (Eviction eviction : schedule.evictions()) {
      writeEviction(eviction);
    }
    for (MemoryUse use : schedule.memory()) {
      count("memory in use", use.device(), use.nanos(), use.bytes());
    }
    json.endArray();
    json.endObject();
  }

  private void writeNames() throws IOException {
    name("process_name", HOST, 0, "host");
    name("thread_name", HOST, SUBMISSIONS, "submissions");
    name("thread_name", HOST, HOST_CODE, "host code");
    for (ScheduledDevice device : schedule.devices()) {
      String shown = "device " + device.ordinal() + ": " + device.name();
      name("process_name", process(device.ordinal()), 0, shown);
    }
    for (ScheduledStream stream : schedule.streams()) {
      String shown =
          switch (stream.kind()) {
            case COMPUTE -> "stream " + stream.index();
            case TRANSFER -> transfers(stream);
            case USER -> "stream " + stream.index() + " (the program's)";
          };
      name("thread_name", process(stream.device()), thread(stream.index()), shown);
    }
  }

  /** Streams of transfers have one direction. */
  private String transfers(ScheduledStream stream) {
    for (ScheduledComputation computation : schedule.computations()) {
      if (computation.device() == stream.device()
          && computation.stream() == stream.index()
          && computation.transfer() != null) {
        boolean in = computation.transfer().to() == stream.device();
        return in ? "transfers to the device" : "transfers from the device";
      }
    }
    return "transfers";
  }

  private void name(String what, int process, int thread, String name) throws IOException {
    begin("M", what, process, thread);
    json.name("args").beginObject().name("name").value(name).endObject();
    json.endObject();
  }

  /** A computation that the program submitted has a slice of length 0 on the host. */
  private void writeSubmission(ScheduledComputation computation) throws IOException {
    if (computation.kind() == ComputationKind.TRANSFER) {
      return;
    }
    slice(computation, HOST, SUBMISSIONS, computation.submittedNanos(), 0);
    if (computation.isTimed()) {
      long id = ++flows;
      flow("s", "submission", id, HOST, SUBMISSIONS, computation.submittedNanos());
      flowTo("submission", id, computation);
    }
  }

  private void writeExecution(ScheduledComputation computation) throws IOException {
    slice(
        computation,
        process(computation.device()),
        threadOf(computation),
        computation.startNanos(),
        computation.durationNanos());
  }

  private void slice(
      ScheduledComputation computation, int process, int thread, long start, long duration)
      throws IOException {
    begin("X", computation.name(), process, thread);
    json.name("cat").value(computation.kind().label());
    json.name("ts").value(micros(start));
    json.name("dur").value(micros(duration));
    json.name("args").beginObject();
    json.name("id").value(computation.id());
    if (!computation.arguments().isEmpty()) {
      json.name("arguments").value(computation.argumentText());
    }
    if (computation.shape() != null) {
      json.name("grid x block").value(computation.shape().toString());
    }
    if (computation.transfer() != null) {
      json.name("from").value(place(computation.transfer().from()));
      json.name("to").value(place(computation.transfer().to()));
      json.name("bytes").value(computation.transfer().bytes());
      if (computation.transfer().reloadedBytes() > 0) {
        json.name("reloaded").value(computation.transfer().reloadedBytes());
      }
    }
    if (computation.pull() != null) {
      json.name("reason").value(computation.pull().reason());
      if (computation.pull().array() != null) {
        json.name("loads").value(computation.pull().array());
      }
    }
    json.name("status").value(computation.status().label());
    if (computation.failure() != null) {
      json.name("failure").value(computation.failure());
    }
    json.endObject();
    json.endObject();
  }

  private void writeEviction(Eviction eviction) throws IOException {
    begin("i", "eviction", process(eviction.device()), 0);
    json.name("s").value("p");
    json.name("ts").value(micros(eviction.nanos()));
    json.name("args").beginObject();
    json.name("array").value(eviction.array());
    json.name("bytes").value(eviction.bytes());
    json.name("saved").value(eviction.savedBytes());
    json.endObject();
    json.endObject();
  }

  private void writeDependency(Dependency dependency) throws IOException {
    ScheduledComputation from = timed.get(dependency.from());
    ScheduledComputation to = timed.get(dependency.to());
    if (from != null && to != null) {
      long id = ++flows;
      flow("s", "dependency", id, process(from.device()), threadOf(from), middle(from));
      flowTo("dependency", id, to);
    }
  }

  private void flowTo(String category, long id, ScheduledComputation to) throws IOException {
    flow("f", category, id, process(to.device()), threadOf(to), middle(to));
  }

  /** An arrow belongs to the slice that encloses its time. */
  private static long middle(ScheduledComputation computation) {
    return computation.startNanos() + computation.durationNanos() / 2;
  }

  private void flow(String phase, String category, long id, int process, int thread, long time)
      throws IOException {
    begin(phase, category, process, thread);
    json.name("cat").value(category);
    json.name("id").value(id);
    json.name("ts").value(micros(time));
    if (phase.equals("f")) {
      json.name("bp").value("e");
    }
    json.endObject();
  }

  /** How much is under way on a device, each time that this changes. */
  private void writeCounter(String name, ScheduledDevice device, boolean transfers)
      throws IOException {
    List<long[]> changes = new ArrayList<>();
    for (ScheduledComputation computation : timed.values()) {
      boolean counts = computation.device() == device.ordinal();
      if (counts && transfers == (computation.transfer() != null)) {
        long amount = transfers ? computation.transfer().bytes() : 1;
        changes.add(new long[] {computation.startNanos(), amount});
        changes.add(new long[] {computation.endNanos(), -amount});
      }
    }
    changes.sort(Comparator.comparingLong(change -> change[0]));
    long level = 0;
    for (int i = 0; i < changes.size(); i++) {
      level += changes.get(i)[1];
      boolean last = i + 1 == changes.size() || changes.get(i + 1)[0] > changes.get(i)[0];
      if (last) {
        count(name, device.ordinal(), changes.get(i)[0], level);
      }
    }
  }

  private void count(String name, int device, long time, long level) throws IOException {
    begin("C", name, process(device), 0);
    json.name("ts").value(micros(time));
    json.name("args").beginObject().name(name).value(level).endObject();
    json.endObject();
  }

  private void begin(String phase, String name, int process, int thread) throws IOException {
    json.setFormattingStyle(LINES);
    json.beginObject();
    json.setFormattingStyle(FormattingStyle.COMPACT);
    json.name("ph").value(phase);
    json.name("name").value(name);
    json.name("pid").value(process);
    json.name("tid").value(thread);
  }

  /** Exactly, without an exponent. */
  private static BigDecimal micros(long nanos) {
    return BigDecimal.valueOf(nanos, 3);
  }

  private static int process(int device) {
    return device == ScheduledComputation.HOST ? HOST : FIRST_DEVICE + device;
  }

  /** From 1; streams of transfers, whose numbers are negative, come after all others. */
  private static int thread(int stream) {
    return stream >= 0 ? stream + 1 : TRANSFERS - stream;
  }

  private static int threadOf(ScheduledComputation computation) {
    return computation.device() == ScheduledComputation.HOST
        ? HOST_CODE
        : thread(computation.stream());
  }

  private static String place(int place) {
    return place == ScheduledComputation.HOST ? "host" : "device " + place;
  }

  @Override
  public void close() throws IOException {
    json.flush();
  }
}
