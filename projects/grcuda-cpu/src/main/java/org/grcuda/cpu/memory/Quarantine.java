package org.grcuda.cpu.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Freed memory that is not given out again yet, so that kernels that still use it are caught. Not
 * thread-safe.
 */
final class Quarantine {

  private static final long MOST_BYTES = 64L << 20;
  private static final int MOST_RANGES = 4096;

  /** A freed allocation; {@code taken} is the size that the allocator gave for it. */
  record Freed(long address, long bytes, long taken) {}

  private final ArrayDeque<Freed> ranges = new ArrayDeque<>();
  private long bytes;

  /** Adds a range, and returns those that have to leave for it. */
  List<Freed> add(Freed freed) {
    ranges.add(freed);
    bytes += freed.taken();
    List<Freed> leaving = new ArrayList<>();
    while (ranges.size() > MOST_RANGES || bytes > MOST_BYTES && !ranges.isEmpty()) {
      leaving.add(removeOldest());
    }
    return leaving;
  }

  /** Removes and returns the oldest range; null if there is none. */
  Freed removeOldest() {
    Freed oldest = ranges.poll();
    if (oldest != null) {
      bytes -= oldest.taken();
    }
    return oldest;
  }

  /** All ranges in it, oldest first. */
  List<Freed> all() {
    return List.copyOf(ranges);
  }
}
