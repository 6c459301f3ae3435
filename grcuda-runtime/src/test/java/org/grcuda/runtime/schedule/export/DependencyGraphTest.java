package org.grcuda.runtime.schedule.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.Schedule.Dependency;
import org.junit.jupiter.api.Test;

class DependencyGraphTest {

  private static Schedule with(Schedule schedule, Dependency dependency) {
    List<Dependency> dependencies = new ArrayList<>(schedule.dependencies());
    dependencies.add(dependency);
    return new Schedule(
        schedule.metadata(),
        schedule.devices(),
        schedule.streams(),
        schedule.computations(),
        dependencies,
        schedule.leftOut());
  }

  @Test
  void orderFollowsTheDependenciesNotTheNumbers() {
    Schedule schedule = with(Machine.overlapping(), new Dependency(3, 1, List.of("x")));
    DependencyGraph graph = DependencyGraph.of(schedule);
    assertArrayEquals(new int[] {2}, graph.parents(0));
    assertArrayEquals(new int[] {0}, graph.children(2));
    assertArrayEquals(new int[] {1, 2, 0}, graph.order());
  }

  @Test
  void whatIsNotInTheScheduleMakesNoEdge() {
    Schedule schedule = with(Machine.diamond(true), new Dependency(77, 1, List.of("x")));
    assertEquals(0, DependencyGraph.of(schedule).parents(0).length);
  }

  @Test
  void circlesAreRefusedByName() {
    Schedule schedule = with(Machine.diamond(true), new Dependency(6, 2, List.of("x")));
    String message =
        assertThrows(IllegalArgumentException.class, () -> DependencyGraph.of(schedule))
            .getMessage();
    assertEquals("the dependencies of computation 2 lead back to it or to another circle", message);
  }

  @Test
  void theCriticalPathIsTheLongestChain() {
    Schedule schedule = Machine.diamond(true);
    CriticalPath path =
        CriticalPath.of(DependencyGraph.of(schedule), schedule.computations(), true);
    assertArrayEquals(new int[] {0, 2, 3, 4, 5}, path.computations());
    assertEquals((20 + 120 + 50 + 120 + 10) * 1000, path.nanos());
  }

  @Test
  void withoutTimesItIsTheOneOfMostComputations() {
    Schedule schedule = Machine.diamond(false);
    CriticalPath path =
        CriticalPath.of(DependencyGraph.of(schedule), schedule.computations(), false);
    assertEquals(5, path.nanos());
    assertEquals(5, path.computations().length);
  }

  @Test
  void nothingHasNoPath() {
    Schedule empty = Machine.empty();
    CriticalPath path = CriticalPath.of(DependencyGraph.of(empty), empty.computations(), false);
    assertEquals(0, path.nanos());
    assertEquals(0, path.computations().length);
  }
}
