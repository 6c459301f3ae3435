package org.grcuda.runtime.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import org.grcuda.driver.race.Race;
import org.junit.jupiter.api.Test;

/** Durations that threads add and read at once: none is lost, and none is seen half. */
class KernelHistoryRaceTest {

  private static final int ROUNDS = Integer.getInteger("grcuda.test.rounds", 300);

  /** More than a table holds at first, so that it grows meanwhile. */
  private static final int CLASSES = 40;

  private static final long NANOS = 1000;

  @Test
  void addingAndReading() throws InterruptedException {
    Race.Actor<KernelHistory> adding =
        history -> {
          KernelProfile profile = history.profile("k", "");
          for (int i = 0; i < CLASSES; i++) {
            profile.add(i % 2, i, NANOS + i);
          }
          return profile.times().length + " added";
        };
    Map<String, Integer> seen =
        Race.on(KernelHistory::new)
            .actor(adding)
            .actor(adding)
            .actor(history -> read(history, 0))
            .judge(history -> read(history, 2))
            .run(ROUNDS);
    String added = CLASSES + " added";
    assertEquals(Set.of(added + ", " + added + ", right, right"), seen.keySet());
  }

  @Test
  void anEarlierHistoryIsAddedWhileKernelsRun() throws InterruptedException {
    KernelHistory earlier = new KernelHistory();
    earlier.profile("k", "").add(0, 1, NANOS);
    KernelHistory.Row row = earlier.rows().getFirst();
    Map<String, Integer> seen =
        Race.on(KernelHistory::new)
            .actor(
                history -> {
                  history.addEarlier(row);
                  return "loaded";
                })
            .actor(
                history -> {
                  history.profile("k", "").add(0, 1, NANOS);
                  return "added";
                })
            .judge(
                history -> {
                  DurationSummary all = history.rows().getFirst().durations();
                  long now = history.addedRows().getFirst().durations().count();
                  return all.count() + " of " + NANOS + ", " + now + " now: " + all.averageNanos();
                })
            .run(ROUNDS);
    assertEquals(Set.of("loaded, added, 2 of 1000, 1 now: 1000.0"), seen.keySet());
  }

  /** Each class has durations of its own alone, {@code expected} of them unless 0. */
  private static String read(KernelHistory history, int expected) {
    int rows = 0;
    for (KernelHistory.Row row : history.rows()) {
      DurationSummary durations = row.durations();
      boolean right =
          durations.minNanos() == NANOS + row.sizeClass()
              && durations.averageNanos() == durations.minNanos()
              && (expected == 0 || durations.count() == expected);
      if (!right) {
        return row + " is wrong";
      }
      rows++;
    }
    return expected == 0 || rows == CLASSES ? "right" : rows + " rows";
  }
}
