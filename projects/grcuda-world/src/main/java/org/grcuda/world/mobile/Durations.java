package org.grcuda.world.mobile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.DeviceArray;

/** Predicts how long calls take, and how long an object takes to move. */
final class Durations {

  /** What the last call counts in the mean. */
  private static final double WEIGHT = 0.25;

  /** A move of any object: two records, and the thread of the other rank that takes them. */
  private static final double MOVE_NANOS = 50_000;

  /** A slow network has a gigabyte per second. */
  private static final double NANOS_PER_BYTE = 1;

  /** A number, a pointer, or what is about a list, a map, a text or an array. */
  private static final long VALUE_BYTES = 16;

  private final Map<String, Double> means = new HashMap<>();

  /** A call of handler {@code name} has taken so long. */
  void add(String name, long nanos) {
    means.merge(name, (double) nanos, (mean, last) -> mean + WEIGHT * (last - mean));
  }

  /** How long the next call of handler {@code name} takes; 0 if there was none. */
  double of(String name) {
    return means.getOrDefault(name, 0.0);
  }

  /** How long an object with this state takes to move. */
  static double ofMove(Object state) {
    return MOVE_NANOS + NANOS_PER_BYTE * bytes(state);
  }

  private static long bytes(Object value) {
    return switch (value) {
      case DeviceArray array -> VALUE_BYTES + array.byteSize();
      case String text -> VALUE_BYTES + text.length();
      case List<?> list -> list.stream().mapToLong(Durations::bytes).reduce(VALUE_BYTES, Long::sum);
      case Map<?, ?> map ->
          map.entrySet().stream()
              .mapToLong(entry -> bytes(entry.getKey()) + bytes(entry.getValue()))
              .reduce(VALUE_BYTES, Long::sum);
      case null, default -> VALUE_BYTES;
    };
  }
}
