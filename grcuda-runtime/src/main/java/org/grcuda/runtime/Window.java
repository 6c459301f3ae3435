package org.grcuda.runtime;

import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Keeps a bounded number of computations back, and gives out the one of the highest rank first; of
 * equals, the one that was submitted first. A computation that names its device or stream passes.
 */
final class Window implements ReadyQueue {

  private final int size;
  private Vertex[] kept = new Vertex[16];
  private int count;

  /**
   * @param size most computations held back, here or behind what is here
   */
  Window(int size) {
    this.size = size;
  }

  @Override
  public boolean offer(Vertex ready) {
    if (ready.placement() != Placement.ANYWHERE
        || !(ready.operation() instanceof Operation.Launch)) {
      return false;
    }
    if (count == kept.length) {
      kept = Arrays.copyOf(kept, 2 * count);
    }
    kept[count++] = ready;
    return true;
  }

  @Override
  public void announce(Vertex waiting) {}

  @Override
  public Vertex surplus(int heldBack) {
    return heldBack > size ? take(vertex -> true) : null;
  }

  @Override
  public Vertex request(int device) {
    return take(vertex -> true);
  }

  /** All of it: the thread submits nothing that could be chosen instead before it has waited. */
  @Override
  public Vertex demanded(Set<Vertex> needed) {
    return take(vertex -> true);
  }

  @Override
  public Vertex take(Predicate<Vertex> which) {
    int best = -1;
    for (int i = 0; i < count; i++) {
      if (which.test(kept[i]) && (best < 0 || kept[i].id < kept[best].id)) {
        best = i;
      }
    }
    return best < 0 ? null : remove(best);
  }

  private Vertex remove(int index) {
    Vertex removed = kept[index];
    kept[index] = kept[--count];
    kept[count] = null;
    return removed;
  }

  @Override
  public boolean isEmpty() {
    return count == 0;
  }
}
