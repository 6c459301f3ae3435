package org.grcuda.cuda;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Managed memory that was freed, kept for the next allocations, as cuMemFree waits until all work
 * on the GPU is done. Sizes are rounded up to one of eight classes for each power of two. Guarded
 * by its owner.
 *
 * @param <B> a block of memory
 */
final class ManagedPool<B> {

  private static final long SMALLEST = 256;
  private static final int CLASSES = 8;

  private final Map<Long, Deque<B>> blocks = new HashMap<>();
  private long bytes;
  private long limit;

  /** Keeps at most {@code most} bytes from now on. */
  void setLimit(long most) {
    limit = most;
  }

  /** The bytes to allocate for {@code bytes}: at most an eighth more, except for small sizes. */
  static long capacity(long bytes) {
    if (bytes <= SMALLEST) {
      return SMALLEST;
    }
    if (bytes > Long.MAX_VALUE / 2) {
      return bytes;
    }
    long step = Math.max(SMALLEST, Long.highestOneBit(bytes) / CLASSES);
    return (bytes + step - 1) / step * step;
  }

  /** A block of {@code capacity} bytes; null if there is none. */
  B take(long capacity) {
    Deque<B> free = blocks.get(capacity);
    if (free == null || free.isEmpty()) {
      return null;
    }
    bytes -= capacity;
    return free.pop();
  }

  /** Keeps a block, unless there would be too many; returns whether it does. */
  boolean give(B block, long capacity) {
    if (capacity > limit - bytes) {
      return false;
    }
    bytes += capacity;
    blocks.computeIfAbsent(capacity, size -> new ArrayDeque<>()).push(block);
    return true;
  }

  /** Empties it. */
  List<B> drain() {
    List<B> all = new ArrayList<>();
    blocks.values().forEach(all::addAll);
    blocks.clear();
    bytes = 0;
    return all;
  }
}
