package org.grcuda.runtime.schedule.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.grcuda.runtime.schedule.Schedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LayeredLayoutTest {

  static List<Schedule> schedules() {
    return List.of(
        Machine.empty(),
        Machine.diamond(true),
        Machine.image(3, 2, true),
        Machine.ensemble(4, 8, true),
        Machine.random(3000, 4),
        Machine.chain(500));
  }

  @Test
  void aDiamondLooksLikeOne() {
    DependencyGraph graph = DependencyGraph.of(Machine.diamond(true));
    LayeredLayout layout = LayeredLayout.of(graph);
    assertArrayEquals(
        new int[][] {{0}, {1, 2}, {3}, {4}, {5}},
        layout.rows(),
        Arrays.deepToString(layout.rows()));
    assertEquals(1, layout.place(2) - layout.place(1), 1e-9);
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void everyComputationHasAPlaceOfItsOwn(Schedule schedule) {
    DependencyGraph graph = DependencyGraph.of(schedule);
    LayeredLayout layout = LayeredLayout.of(graph);
    boolean[] seen = new boolean[graph.count()];
    for (int r = 0; r < layout.rows().length; r++) {
      int[] row = layout.rows()[r];
      for (int k = 0; k < row.length; k++) {
        assertTrue(!seen[row[k]]);
        seen[row[k]] = true;
        assertEquals(r, layout.row(row[k]));
        if (k > 0) {
          double distance = layout.place(row[k]) - layout.place(row[k - 1]);
          assertTrue(distance > 1 - 1e-9, "row " + r + " place " + k + ": " + distance);
        }
      }
    }
    for (boolean found : seen) {
      assertTrue(found);
    }
  }

  /** Folding makes pictures that fit a screen of whatever is wide or long. */
  @ParameterizedTest
  @MethodSource("schedules")
  void thePictureIsNeitherALineNorAColumn(Schedule schedule) {
    DependencyGraph graph = DependencyGraph.of(schedule);
    LayeredLayout layout = LayeredLayout.of(graph);
    double least = 0;
    double most = 0;
    for (int i = 0; i < graph.count(); i++) {
      least = i == 0 ? layout.place(i) : Math.min(least, layout.place(i));
      most = i == 0 ? layout.place(i) : Math.max(most, layout.place(i));
    }
    double width = most - least + 1;
    assertTrue(width <= 40 + Math.sqrt(graph.count()) * 3, "width " + width);
    assertTrue(
        layout.rows().length <= 80 + Math.sqrt(graph.count()) * 3,
        "height " + layout.rows().length);
  }

  @Test
  void edgesPointDownWhereNothingIsFolded() {
    DependencyGraph graph = DependencyGraph.of(Machine.image(3, 2, true));
    LayeredLayout layout = LayeredLayout.of(graph);
    for (int i = 0; i < graph.count(); i++) {
      for (int parent : graph.parents(i)) {
        assertTrue(layout.row(parent) < layout.row(i));
      }
    }
  }
}
