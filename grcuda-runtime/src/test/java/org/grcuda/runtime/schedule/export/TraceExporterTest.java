package org.grcuda.runtime.schedule.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.Schedule.MemoryUse;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.junit.jupiter.api.Test;

/** Traces have the structure that the Trace Event Format asks for. */
final class TraceExporterTest {

  private static JsonObject export(Schedule schedule) throws IOException {
    StringBuilder text = new StringBuilder();
    new TraceExporter().write(schedule, text);
    return JsonParser.parseString(text.toString()).getAsJsonObject();
  }

  private static List<JsonObject> events(JsonObject trace, String phases) {
    List<JsonObject> events = new ArrayList<>();
    JsonArray all = trace.getAsJsonArray("traceEvents");
    for (JsonElement element : all) {
      JsonObject event = element.getAsJsonObject();
      if (phases.contains(event.get("ph").getAsString())) {
        events.add(event);
      }
    }
    return events;
  }

  @Test
  void everyEventHasAPhaseAProcessAThreadAndATime() throws IOException {
    JsonObject trace = export(Machine.diamond(true));
    for (JsonObject event : events(trace, "XsfC")) {
      assertTrue(event.has("name") && event.has("pid") && event.has("tid"), event.toString());
      assertTrue(event.get("ts").getAsDouble() >= 0, event.toString());
    }
    Set<String> phases = Set.of("M", "X", "s", "f", "C");
    for (JsonElement event : trace.getAsJsonArray("traceEvents")) {
      assertTrue(phases.contains(event.getAsJsonObject().get("ph").getAsString()));
    }
  }

  @Test
  void computationsAreSlicesOfTheirStreamInMicroseconds() throws IOException {
    Schedule schedule = Machine.diamond(true);
    JsonObject trace = export(schedule);
    for (ScheduledComputation computation : schedule.computations()) {
      JsonObject slice =
          events(trace, "X").stream()
              .filter(event -> event.get("pid").getAsInt() == 2 + computation.device())
              .filter(event -> id(event) == computation.id())
              .findFirst()
              .orElseThrow();
      assertEquals(computation.name(), slice.get("name").getAsString());
      assertEquals(computation.stream() + 1, slice.get("tid").getAsInt());
      assertEquals(computation.startNanos(), Math.round(1000 * slice.get("ts").getAsDouble()));
      assertEquals(computation.durationNanos(), Math.round(1000 * slice.get("dur").getAsDouble()));
    }
  }

  private static long id(JsonObject slice) {
    return slice.getAsJsonObject("args").get("id").getAsLong();
  }

  @Test
  void everyProcessAndThreadHasAName() throws IOException {
    JsonObject trace = export(Machine.diamond(true));
    Map<String, String> names = new HashMap<>();
    for (JsonObject event : events(trace, "M")) {
      String thread = event.get("name").getAsString().equals("thread_name") ? "/" + tid(event) : "";
      names.put(
          event.get("pid").getAsInt() + thread,
          event.getAsJsonObject("args").get("name").getAsString());
    }
    for (JsonObject slice : events(trace, "X")) {
      int process = slice.get("pid").getAsInt();
      assertTrue(names.containsKey("" + process), names.toString());
      assertTrue(names.containsKey(process + "/" + tid(slice)), names + " " + slice);
    }
    assertEquals("host", names.get("1"));
    assertEquals("submissions", names.get("1/1"));
  }

  private static int tid(JsonObject event) {
    return event.get("tid").getAsInt();
  }

  /** Each begins once and ends once, within slices of its threads. */
  @Test
  void arrowsLeadFromSlicesToSlices() throws IOException {
    Schedule schedule = Machine.diamond(true);
    JsonObject trace = export(schedule);
    Map<Long, JsonObject> begun = new HashMap<>();
    for (JsonObject event : events(trace, "s")) {
      assertEquals(null, begun.put(event.get("id").getAsLong(), event));
    }
    List<JsonObject> ends = events(trace, "f");
    assertEquals(begun.size(), ends.size());
    long dependencies =
        ends.stream().filter(e -> e.get("cat").getAsString().equals("dependency")).count();
    assertEquals(schedule.dependencies().size(), dependencies);
    for (JsonObject end : ends) {
      assertEquals("e", end.get("bp").getAsString());
      assertTrue(begun.containsKey(end.get("id").getAsLong()));
      assertEnclosed(trace, end);
      assertEnclosed(trace, begun.get(end.get("id").getAsLong()));
    }
  }

  private static void assertEnclosed(JsonObject trace, JsonObject point) {
    double time = point.get("ts").getAsDouble();
    boolean enclosed =
        events(trace, "X").stream()
            .filter(slice -> slice.get("pid").equals(point.get("pid")))
            .filter(slice -> slice.get("tid").equals(point.get("tid")))
            .anyMatch(
                slice -> {
                  double start = slice.get("ts").getAsDouble();
                  return start <= time && time <= start + slice.get("dur").getAsDouble();
                });
    assertTrue(enclosed, point.toString());
  }

  @Test
  void countersEndAtZero() throws IOException {
    JsonObject trace = export(Machine.diamond(true));
    Map<String, Long> levels = new HashMap<>();
    for (JsonObject event : events(trace, "C")) {
      String name = event.get("name").getAsString();
      long level = event.getAsJsonObject("args").get(name).getAsLong();
      assertTrue(level >= 0, event.toString());
      levels.put(name + event.get("pid"), level);
    }
    assertTrue(levels.containsKey("bytes in transfer2"), levels.toString());
    levels.forEach((name, level) -> assertEquals(0, level, name));
  }

  @Test
  void memoryInUseIsACounterOfItsDevice() throws IOException {
    Schedule schedule =
        new Schedule(
            Map.of("program", "vec.py"),
            Machine.diamond(true).devices(),
            List.of(),
            List.of(),
            List.of(),
            List.of(new MemoryUse(1, 1_500, 4096), new MemoryUse(1, 2_000, 0)),
            List.of(),
            0);
    JsonObject trace = export(schedule);
    List<JsonObject> counts = events(trace, "C");
    assertEquals(2, counts.size());
    for (JsonObject count : counts) {
      assertEquals("memory in use", count.get("name").getAsString());
      assertEquals(3, count.get("pid").getAsInt());
    }
    assertEquals(1.5, counts.getFirst().get("ts").getAsDouble());
    assertEquals(4096, counts.getFirst().getAsJsonObject("args").get("memory in use").getAsLong());
    assertEquals("vec.py", trace.getAsJsonObject("otherData").get("program").getAsString());
  }

  @Test
  void evictionsReloadsAndReasonsAreTold() throws IOException {
    JsonObject trace = export(Machine.pulled());
    JsonObject eviction = events(trace, "i").getFirst();
    assertEquals(10.0, eviction.get("ts").getAsDouble());
    assertEquals("tile", eviction.getAsJsonObject("args").get("array").getAsString());
    List<JsonObject> told =
        events(trace, "X").stream().map(slice -> slice.getAsJsonObject("args")).toList();
    assertTrue(told.stream().anyMatch(args -> args.has("reloaded")), told::toString);
    assertTrue(
        told.stream().anyMatch(args -> args.has("reason") && args.has("loads")), told::toString);
  }

  @Test
  void whatHasNoTimesHasItsSubmissionOnly() throws IOException {
    JsonObject trace = export(Machine.diamond(false));
    assertTrue(events(trace, "sfC").isEmpty());
    assertTrue(events(trace, "X").stream().allMatch(event -> event.get("pid").getAsInt() == 1));
  }

  @Test
  void hostileNamesStayNames() throws IOException {
    JsonObject trace = export(Machine.named("</script>\"\\\n\u2028"));
    assertEquals("</script>\"\\\n\u2028", events(trace, "X").getFirst().get("name").getAsString());
  }
}
