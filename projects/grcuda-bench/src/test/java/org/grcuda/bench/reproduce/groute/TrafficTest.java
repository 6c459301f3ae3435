package org.grcuda.bench.reproduce.groute;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TrafficTest {

  private static final int HOST = -1;
  private static final double GIGA = 1e9;

  private static double seconds(int[]... copies) {
    Traffic traffic = new Traffic(8);
    for (int[] copy : copies) {
      traffic.add(copy[0], copy[1], copy[2] * GIGA);
    }
    return traffic.seconds();
  }

  @Test
  void theBusiestLinkCounts() {
    assertEquals(0, seconds());
    assertEquals(0, seconds(new int[] {3, 3, 12}), "within a device");
    assertEquals(1, seconds(new int[] {0, 1, 12}));
    assertEquals(1, seconds(new int[] {0, 1, 12}, new int[] {1, 0, 12}), "each direction");
    assertEquals(2, seconds(new int[] {0, 1, 12}, new int[] {0, 5, 12}), "what a device sends");
    assertEquals(2, seconds(new int[] {0, 4, 12}, new int[] {1, 5, 12}), "a board's link");
    assertEquals(1, seconds(new int[] {0, 2, 12}, new int[] {3, 1, 12}), "within a root");
    assertEquals(1, seconds(new int[] {0, 4, 12}, new int[] {2, 6, 12}), "a root's link is wider");
    assertEquals(1, seconds(new int[] {HOST, 7, 12}, new int[] {7, HOST, 12}));
  }
}
