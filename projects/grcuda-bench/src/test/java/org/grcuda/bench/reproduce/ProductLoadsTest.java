package org.grcuda.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What divisions of a product load is what is loaded when it is carried out. */
final class ProductLoadsTest {

  /** Room of 32 GiB, of which nine tenths are used, for tiles of 2880 x 2880 floats. */
  private static final int ROOM = 932;

  @ParameterizedTest
  @CsvSource({"15, 675, 675", "25, 1875, 1875", "35, 4900, 4617", "45, 9225, 9643"})
  void ofTheSizesInTheResults(int tiles, int rectangles, int strips) {
    ProductLoads loads = new ProductLoads(tiles, ROOM);
    assertEquals(rectangles, loads.byRectangles());
    assertEquals(strips, loads.byStrips());
  }

  @Test
  void twoStripsLoadWhatWasCounted() {
    assertEquals(new ProductLoads(35, ROOM).byStrips(), new Memory(ROOM).strips(35, 2));
    assertEquals(new ProductLoads(12, 90).byStrips(), new Memory(90).strips(12, 2));
    assertEquals(new ProductLoads(15, 100).byStrips(), new Memory(100).strips(15, 3));
  }

  /** Memory that refuses what does not fit. */
  private static final class Memory {

    private final int room;
    private final Set<String> held = new HashSet<>();
    private int loads;

    Memory(int room) {
      this.room = room;
    }

    private void use(String tile) {
      if (held.add(tile)) {
        loads++;
      }
      assertTrue(held.size() <= room, "more than fits");
    }

    /** Carries out the product in strips of rows; returns how many tiles were loaded. */
    int strips(int tiles, int strips) {
      Set<String> kept = new LinkedHashSet<>();
      for (int strip = 0; strip < strips; strip++) {
        int from = strip * tiles / strips;
        int to = (strip + 1) * tiles / strips;
        int most = Math.ceilDiv(tiles, strips);
        int spare = room - most * tiles - most - 1;
        held.removeIf(tile -> tile.startsWith("C"));
        boolean isBack = strip % 2 == 1;
        Set<String> next = new LinkedHashSet<>();
        for (int step = 0; step < tiles; step++) {
          int k = isBack ? tiles - 1 - step : step;
          for (int i = from; i < to; i++) {
            use("A" + i + "," + k);
          }
          for (int column = 0; column < tiles; column++) {
            int j = isBack ? tiles - 1 - column : column;
            String passing = "B" + k + "," + j;
            use(passing);
            for (int i = from; i < to; i++) {
              use("C" + i + "," + j);
            }
            kept.remove(passing);
            int left = tiles * tiles - step * tiles - column;
            if (left <= spare) {
              next.add(passing);
            } else {
              held.remove(passing);
            }
          }
          held.removeIf(tile -> tile.startsWith("A"));
        }
        kept.addAll(next);
      }
      return loads;
    }
  }
}
