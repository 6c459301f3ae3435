package org.grcuda.attacks.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What the process used, again and again. */
final class Samples {

  private final List<long[]> all = new ArrayList<>();

  /** The titles of {@link #take}'s lines. */
  static String titles() {
    return Arrays.stream(Metric.values())
        .map(metric -> "%16s".formatted(metric.title()))
        .collect(Collectors.joining());
  }

  /** Collects garbage and measures. */
  String take() throws InterruptedException {
    System.gc();
    // Cleaners run after it.
    Thread.sleep(100);
    System.gc();
    long[] values = Arrays.stream(Metric.values()).mapToLong(Metric::read).toArray();
    all.add(values);
    return Arrays.stream(values).mapToObj("%,16d"::formatted).collect(Collectors.joining());
  }

  /** The last quarter uses no more than the second: the first is warm-up. */
  void assertFlat() {
    int quarter = all.size() / 4;
    List<String> growing = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      double before = mean(metric, quarter, 2 * quarter);
      double later = mean(metric, all.size() - quarter, all.size());
      if (!metric.isFlat(before, later)) {
        growing.add("%s: from %.0f to %.0f".formatted(metric.title(), before, later));
      }
    }
    assertEquals(List.of(), growing);
  }

  private double mean(Metric metric, int from, int to) {
    return all.subList(from, to).stream()
        .mapToLong(values -> values[metric.ordinal()])
        .average()
        .orElseThrow();
  }
}
