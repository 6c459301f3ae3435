package org.grcuda.runtime;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;

/**
 * Computations that may be unfinished, in the order in which they were added. Those that have
 * completed are dropped where room is needed, so adding takes a constant time and the room is in
 * proportion to the unfinished ones. Guarded by the scheduling lock.
 */
final class PendingVertices {

  private static final Vertex[] NONE = {};
  private static final int FIRST_ROOM = 4;

  private Vertex[] items = NONE;
  private int count;

  /** Adds {@code vertex}, unless it was added last. */
  void add(Vertex vertex) {
    if (count > 0 && items[count - 1] == vertex) {
      return;
    }
    if (count == items.length) {
      prune();
      if (2 * count >= items.length) {
        items = Arrays.copyOf(items, Math.max(FIRST_ROOM, 2 * count));
      }
    }
    items[count++] = vertex;
  }

  void addAll(PendingVertices others) {
    for (int i = 0; i < others.count; i++) {
      if (!others.items[i].isComplete()) {
        add(others.items[i]);
      }
    }
  }

  PendingVertices copy() {
    PendingVertices copy = new PendingVertices();
    copy.addAll(this);
    return copy;
  }

  /** Number of them, completed ones included. */
  int count() {
    return count;
  }

  /** Those that are unfinished, as far as known, each once. */
  Collection<Vertex> unfinished() {
    prune();
    return new LinkedHashSet<>(Arrays.asList(items).subList(0, count));
  }

  Vertex get(int index) {
    return items[index];
  }

  /** Whether none is unfinished, as far as known. */
  boolean isQuiet() {
    prune();
    return count == 0;
  }

  private void prune() {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (!items[i].isComplete()) {
        items[kept++] = items[i];
      }
    }
    Arrays.fill(items, kept, count, null);
    count = kept;
  }
}
