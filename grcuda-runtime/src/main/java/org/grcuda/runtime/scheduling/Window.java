package org.grcuda.runtime.scheduling;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.grcuda.runtime.completion.ReadyQueue;
import org.grcuda.runtime.computation.HeldBack;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.selection.Backlog;

/**
 * Keeps a bounded number of kernels back, and gives out the one of the highest rank first; among
 * equals, the one that was submitted first. The rank is HEFT's bottom level: the longest chain of
 * expected durations from a computation to the end, among what is held back with it. A kernel that
 * names its device or stream is not kept back, nor is one that gains nothing by it.
 */
public final class Window implements ReadyQueue {

  private final int size;
  private final Predicate<Vertex> gains;
  private final ToDoubleFunction<Vertex> expectedNanos;
  private final Backlog backlog;
  private Vertex[] kept = new Vertex[16];
  private int count;

  /**
   * @param size most computations that are held back, in the window or for another reason; 0 to
   *     keep none
   * @param gains whether keeping a computation back may be better than dispatching it at once
   * @param expectedNanos expected duration of a computation in nanoseconds; negative if it is not
   *     known
   * @param backlog is told of what is held back
   */
  public Window(
      int size, Predicate<Vertex> gains, ToDoubleFunction<Vertex> expectedNanos, Backlog backlog) {
    this.size = size;
    this.gains = gains;
    this.expectedNanos = expectedNanos;
    this.backlog = backlog;
  }

  @Override
  public boolean offer(Vertex ready) {
    if (!isKept(ready)) {
      return false;
    }
    backlog.add(ready);
    if (count == kept.length) {
      kept = Arrays.copyOf(kept, 2 * count);
    }
    kept[count++] = ready;
    raise(ready, 0, size);
    return true;
  }

  private boolean isKept(Vertex vertex) {
    return size > 0
        && vertex.placement().isOpen()
        && vertex.operation() instanceof Operation.Launch
        && gains.test(vertex);
  }

  @Override
  public void announce(Vertex waiting) {
    if (isKept(waiting)) {
      backlog.add(waiting);
    }
    raise(waiting, 0, size);
  }

  /**
   * Raises the rank of {@code vertex} to its own expected duration and {@code after}, if it is
   * lower, and the ranks of its held-back parents accordingly.
   *
   * @param after nanoseconds of a chain that begins after {@code vertex}
   * @param depth most levels of parents to raise
   */
  private void raise(Vertex vertex, double after, int depth) {
    double rank = after + Math.max(1, expectedNanos.applyAsDouble(vertex));
    HeldBack held = vertex.held();
    if (rank > held.rank && depth > 0) {
      held.rank = rank;
      for (Vertex parent : vertex.parents()) {
        if (!parent.isDispatched()) {
          raise(parent, rank, depth - 1);
        }
      }
    }
  }

  /** What was announced goes elsewhere. */
  void forget(Vertex announced) {
    backlog.remove(announced);
  }

  @Override
  public boolean isTicked() {
    return size > 0;
  }

  @Override
  public Vertex surplus(int heldBack) {
    return heldBack > size ? take() : null;
  }

  @Override
  public Vertex request(int device) {
    return take();
  }

  /**
   * Takes out everything, one by one: before the thread has waited, it submits nothing that could
   * be chosen instead.
   */
  @Override
  public Vertex demanded(Vertex wanted) {
    return take();
  }

  @Override
  public Vertex overdue(long id) {
    return takeUpTo(id);
  }

  @Override
  public Vertex take() {
    return takeUpTo(Long.MAX_VALUE);
  }

  private Vertex takeUpTo(long id) {
    int best = -1;
    for (int i = 0; i < count; i++) {
      if (kept[i].id <= id && (best < 0 || isBefore(kept[i], kept[best]))) {
        best = i;
      }
    }
    return best < 0 ? null : remove(best);
  }

  private static boolean isBefore(Vertex one, Vertex other) {
    double difference = one.held.rank - other.held.rank;
    return difference > 0 || difference == 0 && one.id < other.id;
  }

  private Vertex remove(int index) {
    Vertex removed = kept[index];
    kept[index] = kept[--count];
    kept[count] = null;
    backlog.remove(removed);
    return removed;
  }

  @Override
  public boolean isEmpty() {
    return count == 0;
  }
}
