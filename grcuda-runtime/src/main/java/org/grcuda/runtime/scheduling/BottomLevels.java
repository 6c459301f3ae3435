package org.grcuda.runtime.scheduling;

import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.grcuda.runtime.completion.Deferred;
import org.grcuda.runtime.computation.HeldBack;
import org.grcuda.runtime.computation.Vertex;

/**
 * HEFT's bottom levels of what is held back: from each computation to the end of the longest chain
 * of expected durations that depends on it. Worked out anew when as much again is held back, or
 * half of it is left, so that the cost of each computation is constant.
 */
final class BottomLevels {

  private final Deferred deferred;
  private final ToDoubleFunction<Vertex> nanos;
  private final Consumer<Vertex> ranked;
  private int count;

  /**
   * @param nanos expected duration of a computation
   * @param ranked is told of each computation whose level has been worked out
   */
  BottomLevels(Deferred deferred, ToDoubleFunction<Vertex> nanos, Consumer<Vertex> ranked) {
    this.deferred = deferred;
    this.nanos = nanos;
    this.ranked = ranked;
  }

  /** Works them out, if it is time; whether it was. */
  boolean update() {
    int now = deferred.heldBackCount();
    if (now <= 2 * count && now >= count / 2) {
      return false;
    }
    count = now;
    for (Vertex vertex : deferred.latestFirst()) {
      HeldBack held = vertex.held();
      double after = 0;
      for (int i = 0; i < held.childCount(); i++) {
        after = Math.max(after, held.child(i).held.rank);
      }
      held.rank = after + (vertex.operation().isForDevice() ? nanos.applyAsDouble(vertex) : 0);
      ranked.accept(vertex);
    }
    return true;
  }
}
