package org.grcuda.runtime.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.grcuda.runtime.history.HistoryFile.Entry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Durations as text, and what becomes of those of several runs. */
final class HistoryFileTest {

  private static HistoryFile file(String machine, long... nanos) {
    KernelHistory history = new KernelHistory();
    KernelProfile profile = history.profile("k \"q\"", "c0de");
    for (long duration : nanos) {
      profile.add(1, SizeClass.of(1000, 0), duration);
    }
    return new HistoryFile(
        history.addedRows().stream().map(row -> new Entry(machine, row)).toList());
  }

  private static DurationSummary only(HistoryFile file) {
    assertEquals(1, file.entries().size());
    return file.entries().getFirst().row().durations();
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    HistoryFile file = file("cpu: x", 10, 20, 40).followedBy(file("cpu: y", 7));
    assertEquals(file, HistoryFile.read(new StringReader(file.toJson())));
    assertEquals(2, file.entries().size());
  }

  @Test
  void runsThatFollowEachOtherAreAsOne() {
    DurationSummary one = only(file("m", 10, 20, 40, 80, 90));
    DurationSummary joined = only(file("m", 10, 20).followedBy(file("m", 40, 80, 90)));
    assertEquals(one.count(), joined.count());
    assertEquals(one.meanNanos(), joined.meanNanos(), 1e-9);
    assertEquals(one.varianceNanos(), joined.varianceNanos(), 1e-9);
    assertEquals(one.minNanos(), joined.minNanos());
    assertEquals(one.lastNanos(), joined.lastNanos());
  }

  @Test
  void whatWasLoadedIsExpectedAndNotAddedAgain() {
    KernelHistory history = new KernelHistory();
    for (Entry entry : file("m", 100, 100, 100, 100, 100, 100, 100, 100).entries()) {
      history.addEarlier(entry.row());
    }
    KernelProfile profile = history.profile("k \"q\"", "c0de");
    int size = SizeClass.of(1000, 0);
    assertEquals(100, profile.expectedNanos(1, size));
    assertEquals(List.of(), history.addedRows());
    profile.add(1, size, 180);
    assertEquals(110, profile.expectedNanos(1, size), 1e-9, "one of eight is new");
    assertEquals(9, history.rows().getFirst().durations().count());
    assertEquals(1, history.addedRows().getFirst().durations().count());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|the field \"format\" is not \"grcuda-history\"",
        "[1]|unexpected value at $",
        "``|not JSON at $",
        "{\"version\":2}|format version 2, where 1 is understood",
        "{\"rows\":[{\"machine\":\"m\"}]}|$.rows[0]: the field \"kernel\" is missing",
        "{\"rows\":[{\"machine\":\"m\",\"kernel\":\"k\",\"code\":\"\",\"device\":-2}]}"
            + "|$.rows[0]: the field \"device\" is -2.0",
        "{\"rows\":[{\"count\":\"many\"}]}|unexpected value at $.rows[0].count",
      })
  void otherTextIsRefused(String text, String message) {
    var error =
        assertThrows(HistoryFormatException.class, () -> HistoryFile.read(new StringReader(text)));
    assertEquals(message, error.getMessage());
  }
}
