package org.grcuda.runtime.schedule.export;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.Schedule.Dependency;
import org.grcuda.runtime.schedule.ScheduledComputation;

/**
 * The dependencies of a schedule between places in its list of computations. Those on computations
 * that were left out of the schedule are left out here.
 */
final class DependencyGraph {

  private static final int[] NONE = {};

  private final int[][] parents;
  private final int[][] children;
  private final int[] order;

  private DependencyGraph(int[][] parents, int[][] children, int[] order) {
    this.parents = parents;
    this.children = children;
    this.order = order;
  }

  /**
   * The dependencies of {@code schedule}.
   *
   * @throws IllegalArgumentException if computations depend on each other in a circle
   */
  static DependencyGraph of(Schedule schedule) {
    List<ScheduledComputation> computations = schedule.computations();
    Map<Long, Integer> places = HashMap.newHashMap(computations.size());
    for (int i = 0; i < computations.size(); i++) {
      places.put(computations.get(i).id(), i);
    }
    Builder parents = new Builder(computations.size());
    Builder children = new Builder(computations.size());
    for (Dependency dependency : schedule.dependencies()) {
      Integer from = places.get(dependency.from());
      Integer to = places.get(dependency.to());
      if (from != null && to != null) {
        parents.add(to, from);
        children.add(from, to);
      }
    }
    int[][] above = parents.build();
    int[][] below = children.build();
    return new DependencyGraph(above, below, order(above, below, computations));
  }

  /** How many computations there are. */
  int count() {
    return parents.length;
  }

  /** What {@code computation} depends on. */
  int[] parents(int computation) {
    return parents[computation];
  }

  /** What depends on {@code computation}. */
  int[] children(int computation) {
    return children[computation];
  }

  /** Every computation, after all that it depends on. */
  int[] order() {
    return order;
  }

  private static int[] order(
      int[][] parents, int[][] children, List<ScheduledComputation> computations) {
    int[] order = new int[parents.length];
    int[] missing = new int[parents.length];
    int known = 0;
    for (int i = 0; i < parents.length; i++) {
      missing[i] = parents[i].length;
      if (missing[i] == 0) {
        order[known++] = i;
      }
    }
    for (int done = 0; done < known; done++) {
      for (int child : children[order[done]]) {
        if (--missing[child] == 0) {
          order[known++] = child;
        }
      }
    }
    for (int i = 0; known < order.length && i < order.length; i++) {
      if (missing[i] > 0) {
        throw new IllegalArgumentException(
            "the dependencies of computation %d lead back to it or to another circle"
                .formatted(computations.get(i).id()));
      }
    }
    return order;
  }

  /** Lists of places that grow. */
  private static final class Builder {

    private final int[][] lists;
    private final int[] counts;

    Builder(int count) {
      lists = new int[count][];
      Arrays.fill(lists, NONE);
      counts = new int[count];
    }

    void add(int at, int place) {
      if (counts[at] == lists[at].length) {
        lists[at] = Arrays.copyOf(lists[at], Math.max(2, 2 * counts[at]));
      }
      lists[at][counts[at]++] = place;
    }

    int[][] build() {
      for (int i = 0; i < lists.length; i++) {
        lists[i] = Arrays.copyOf(lists[i], counts[i]);
      }
      return lists;
    }
  }
}
