package org.grcuda.worklist;

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
  public int begin(boolean isQuiet) {
    return together ? isQuiet ? raiseTogether() : 0 : raiseEach();
  }

  /** When no part has near vertices any more, all continue below one threshold. */
  private int raiseTogether() {
    OptionalInt lowest =
        workers.stream()
            .filter(Worker::hasFar)
            .mapToInt(Worker::nextThreshold)
            .reduce((a, b) -> Integer.compareUnsigned(a, b) < 0 ? a : b);
    int raised = 0;
    for (Worker worker : workers) {
      if (worker.hasFarBelow(lowest.orElse(0))) {
        worker.stepAfterRaise(lowest.getAsInt());
        raised++;
      }
    }
    return raised;
  }

  private int raiseEach() {
    int raised = 0;
    for (Worker worker : workers) {
      if (worker.canStep() && !worker.hasWork() && worker.hasFar()) {
        worker.stepAfterRaise(worker.nextThreshold());
        raised++;
      }
    }
    return raised;
  }
}
