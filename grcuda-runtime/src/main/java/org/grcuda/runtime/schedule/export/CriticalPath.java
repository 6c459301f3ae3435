package org.grcuda.runtime.schedule.export;

import java.util.Arrays;
import java.util.List;
import org.grcuda.runtime.schedule.ScheduledComputation;

/**
 * The chain of dependencies that takes longest: no schedule of these computations is shorter.
 *
 * @param computations places in the schedule's list, in the order of the chain
 * @param nanos the sum of their durations; where nothing is timed, their number
 */
record CriticalPath(int[] computations, long nanos) {

  /** The path through {@code graph}, whose computations are {@code computations}. */
  static CriticalPath of(
      DependencyGraph graph, List<ScheduledComputation> computations, boolean timed) {
    int count = graph.count();
    long[] length = new long[count];
    int[] before = new int[count];
    Arrays.fill(before, -1);
    int last = -1;
    for (int computation : graph.order()) {
      long most = 0;
      for (int parent : graph.parents(computation)) {
        if (before[computation] < 0 || length[parent] > most) {
          most = length[parent];
          before[computation] = parent;
        }
      }
      ScheduledComputation it = computations.get(computation);
      long own = !timed ? 1 : it.isTimed() ? it.durationNanos() : 0;
      length[computation] = most + own;
      if (last < 0 || length[computation] > length[last]) {
        last = computation;
      }
    }
    int[] path = new int[count];
    int first = count;
    for (int computation = last; computation >= 0; computation = before[computation]) {
      path[--first] = computation;
    }
    return new CriticalPath(Arrays.copyOfRange(path, first, count), last < 0 ? 0 : length[last]);
  }
}
