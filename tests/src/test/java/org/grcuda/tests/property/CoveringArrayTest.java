package org.grcuda.tests.property;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Covering arrays cover, and are short; those of the options have every pair of values. */
final class CoveringArrayTest {

  private record Pair(int one, int valueOfOne, int other, int valueOfOther) {}

  private static void assertCovers(List<int[]> rows, int... sizes) {
    Set<Pair> missing = new HashSet<>();
    int largest = 0;
    for (int i = 0; i < sizes.length; i++) {
      for (int j = i + 1; j < sizes.length; j++) {
        largest = Math.max(largest, sizes[i] * sizes[j]);
        for (int cell = 0; cell < sizes[i] * sizes[j]; cell++) {
          missing.add(new Pair(i, cell / sizes[j], j, cell % sizes[j]));
        }
      }
    }
    for (int[] row : rows) {
      assertEquals(sizes.length, row.length);
      for (int i = 0; i < sizes.length; i++) {
        for (int j = i + 1; j < sizes.length; j++) {
          missing.remove(new Pair(i, row[i], j, row[j]));
        }
      }
    }
    assertEquals(Set.of(), missing);
    assertTrue(
        rows.size() <= 3 * largest, rows.size() + " rows for sizes " + Arrays.toString(sizes));
  }

  @Test
  void everyPairIsCovered() {
    assertCovers(CoveringArray.pairwise(2, 2), 2, 2);
    assertCovers(CoveringArray.pairwise(1, 5), 1, 5);
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      int[] sizes = random.ints(2 + random.nextInt(14), 1, 10).toArray();
      assertCovers(CoveringArray.pairwise(sizes), sizes);
    }
  }

  @Test
  void configurationsHoldEveryPairOfValuesOfTheOptions() {
    List<OptionSpace.Dimension> dimensions = OptionSpace.dimensions();
    int[] sizes = dimensions.stream().mapToInt(dimension -> dimension.values().size()).toArray();
    assertCovers(CoveringArray.pairwise(sizes), sizes);
    assertEquals(CoveringArray.pairwise(sizes).size(), OptionSpace.pairwise().size());
  }
}
