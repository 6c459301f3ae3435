package org.grcuda.runtime.computation;

import java.util.Arrays;
import java.util.List;

/**
 * Dispatched computations that may be unfinished, in the order of dispatch. When room is needed,
 * completed computations are dropped, and those that a later one of their stream stands for. So
 * adding takes constant time, and the room is in proportion to the number of streams. Guarded by
 * the scheduling lock.
 */
public final class PendingVertices {

  private static final Vertex[] NONE = {};
  private static final int FIRST_ROOM = 4;

  private Vertex[] items = NONE;
  private int count;

  /** None. */
  public PendingVertices() {}

  /** Adds {@code vertex}, which was dispatched after all others here, or is the last of them. */
  public void add(Vertex vertex) {
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

  /** Adds those of {@code others} that are unfinished and not here yet. */
  public void addAll(PendingVertices others) {
    prune();
    others.prune();
    Vertex[] own = items;
    int ownCount = count;
    items = new Vertex[ownCount + others.count];
    count = 0;
    int next = 0;
    for (int i = 0; i < others.count; i++) {
      Vertex other = others.items[i];
      while (next < ownCount && own[next].sequence <= other.sequence) {
        add(own[next++]);
      }
      add(other);
    }
    while (next < ownCount) {
      add(own[next++]);
    }
  }

  public PendingVertices copy() {
    prune();
    PendingVertices copy = new PendingVertices();
    copy.items = count == 0 ? NONE : Arrays.copyOf(items, count);
    copy.count = count;
    return copy;
  }

  /** Number of entries, including some that have completed or that others stand for. */
  public int count() {
    return count;
  }

  /** The computations to wait for so as to come after all, as far as known, each once. */
  public List<Vertex> unfinished() {
    prune();
    return Arrays.asList(items).subList(0, count);
  }

  public Vertex get(int index) {
    return items[index];
  }

  /** Whether none is unfinished, as far as known. */
  public boolean isQuiet() {
    prune();
    return count == 0;
  }

  private void prune() {
    count = StreamOrder.prune(items, count);
  }
}
