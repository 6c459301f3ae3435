package org.grcuda.runtime.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schedules as JSON: what is written is read back, and what is no schedule is refused. */
final class ScheduleJsonTest {

  private static final Schedule SCHEDULE =
      new Schedule(
          Map.of("backend", "null", "program", "a \"b\" \n.py"),
          List.of(new ScheduledDevice(0, "Null device", 1L << 40)),
          List.of(
              new ScheduledStream(0, 0, StreamKind.COMPUTE),
              new ScheduledStream(0, 1, StreamKind.TRANSFER)),
          List.of(
              new ScheduledComputation(
                  1,
                  "square",
                  ComputationKind.LAUNCH,
                  List.of(
                      new Argument("x", "in", 0, 400, true),
                      new Argument("y", "out", 16, 32, false)),
                  new Shape(4, 2, 1, 16, 16, 1, 128),
                  null,
                  0,
                  0,
                  10,
                  20,
                  30,
                  ComputationStatus.COMPLETE,
                  null,
                  new Pull("set-free", "x", 12, 15)),
              new ScheduledComputation(
                  3,
                  "x to device 0",
                  ComputationKind.TRANSFER,
                  List.of(),
                  null,
                  new Transfer(-1, 0, 400, 16),
                  0,
                  1,
                  11,
                  -1,
                  -1,
                  ComputationStatus.FAILED,
                  "square: CUDA_ERROR_ILLEGAL_ADDRESS",
                  null)),
          List.of(new Dependency(1, 3, List.of("x", "y"))),
          List.of(new MemoryUse(0, 11, 400), new MemoryUse(0, 40, 0)),
          List.of(new Eviction(0, 9, "x", 16, 384, 100)),
          7);

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    String text = write(SCHEDULE);
    assertEquals(SCHEDULE, ScheduleReader.read(new StringReader(text)));
    assertEquals(1, text.lines().filter(line -> line.contains("\"id\":3")).count(), text);
  }

  @Test
  void anEmptyScheduleIsReadBack() throws IOException {
    Schedule empty = new Schedule(Map.of(), List.of(), List.of(), List.of(), List.of(), 0);
    assertEquals(empty, ScheduleReader.read(new StringReader(write(empty))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"device\":0,\"stream\":0,\"submitted\"|\"device\":\"a\",\"stream\":0,\"submitted\""
            + "|$.computations[0]: the field \"device\": expected a whole number, found \"a\"",
        "\"kind\":\"launch\"|\"kind\":\"lunch\"|$.computations[0]: the field \"kind\": expected one"
            + " of launch, copy, packet, fill, transfer, prefetch, advise, attach, record, wait,"
            + " free, host, found \"lunch\"",
        "\"name\":\"square\",||$.computations[0]: the field \"name\" is missing",
        "[4,2,1]|[4,2]|$.computations[0]: the field \"grid\": expected three whole numbers,"
            + " found [4,2]",
        "\"version\":1|\"version\":9|a schedule of format version 9, where 1 is understood",
        "grcuda-schedule|x|no recorded schedule: the field \"format\" is not \"grcuda-schedule\"",
        "\"from\":1,\"to\":3|\"from\":2,\"to\":3"
            + "|the dependency from 2 to 3: there is no computation 2",
        "\"id\":3|\"id\":1|computation 1 comes after 1: ids must grow",
        "\"leftOut\":7|\"leftOut\":{}|unexpected value at $.leftOut",
        "\"leftOut\":7|\"leftOut\":7.|not JSON at $.leftOut",
      })
  void whatIsNoScheduleIsRefused(String part, String instead, String message) throws IOException {
    String text = write(SCHEDULE);
    assertEquals(true, text.contains(part), text);
    String broken = text.replace(part, instead == null ? "" : instead);
    var error =
        assertThrows(
            ScheduleFormatException.class, () -> ScheduleReader.read(new StringReader(broken)));
    assertEquals(message, error.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]|no recorded schedule: expected a JSON object",
        "''|not JSON at $",
        "{\"format\":|not JSON at $.format",
        "{\"computations\":[3]}|$.computations[0]: expected an object, found 3",
        "{}|no recorded schedule: the field \"format\" is not \"grcuda-schedule\"",
      })
  void otherFilesAreRefused(String text, String message) {
    var error =
        assertThrows(
            ScheduleFormatException.class, () -> ScheduleReader.read(new StringReader(text)));
    assertEquals(message, error.getMessage());
  }

  @Test
  void shapesAreShort() {
    assertEquals("64 x 256", new Shape(64, 1, 1, 256, 1, 1, 0).toString());
    assertEquals("8,8 x 16,16", new Shape(8, 8, 1, 16, 16, 1, 0).toString());
    assertEquals("1,1,2 x 4,1,1", new Shape(1, 1, 2, 4, 1, 1, 0).toString());
  }

  private static String write(Schedule schedule) throws IOException {
    StringBuilder text = new StringBuilder();
    new ScheduleWriter().write(schedule, text);
    return text.toString();
  }
}
