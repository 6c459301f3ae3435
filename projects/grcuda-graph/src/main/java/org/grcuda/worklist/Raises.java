package org.grcuda.worklist;

import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import org.grcuda.graph.engine.MoreWork;

/**
 * Raises thresholds of parts that have no near vertices any more.
 *
 * @param together whether all parts have one threshold; else each raises its own
 */
record Raises(List<Worker> workers, boolean together) implements MoreWork {

  @Override
  public BitSet wake(BitSet idle, boolean isQuiet) {
    if (!together) {
      return raiseEach(idle);
    }
    return isQuiet ? raiseTogether() : new BitSet();
  }

  /** When no part has near vertices any more, all continue below one threshold. */
  private BitSet raiseTogether() {
    OptionalInt lowest =
        workers.stream()
            .filter(Worker::hasFar)
            .mapToInt(Worker::nextThreshold)
            .reduce((a, b) -> Integer.compareUnsigned(a, b) < 0 ? a : b);
    BitSet raised = new BitSet();
    for (int i = 0; i < workers.size(); i++) {
      if (workers.get(i).hasFarBelow(lowest.orElse(0))) {
        workers.get(i).raise(lowest.getAsInt());
        raised.set(i);
      }
    }
    return raised;
  }

  private BitSet raiseEach(BitSet idle) {
    BitSet raised = new BitSet();
    idle.stream()
        .filter(i -> !workers.get(i).hasWork() && workers.get(i).hasFar())
        .forEach(
            i -> {
              workers.get(i).raise(workers.get(i).nextThreshold());
              raised.set(i);
            });
    return raised;
  }
}
