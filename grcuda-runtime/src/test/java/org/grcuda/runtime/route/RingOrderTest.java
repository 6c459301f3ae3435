package org.grcuda.runtime.route;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.junit.jupiter.api.Test;

/** The cycle of a ring avoids slow links. */
class RingOrderTest {

  private static BandwidthMatrix matrix(double[][] links) {
    BandwidthMatrix.Builder builder = BandwidthMatrix.builder(links.length, "test");
    for (int i = 0; i < links.length; i++) {
      builder.set(BandwidthMatrix.HOST, i, 10);
      builder.set(i, BandwidthMatrix.HOST, 10);
      for (int j = 0; j < links.length; j++) {
        if (i != j) {
          builder.set(i, j, links[i][j]);
        }
      }
    }
    return builder.build();
  }

  private static int[] range(int count) {
    return IntStream.range(0, count).toArray();
  }

  @Test
  void whereLinksAreAlikeTheOrderStays() {
    assertArrayEquals(range(8), RingOrder.of(BandwidthMatrix.assumed(8), range(8)));
    assertArrayEquals(range(12), RingOrder.of(BandwidthMatrix.assumed(12), range(12)));
    assertArrayEquals(range(1), RingOrder.of(BandwidthMatrix.assumed(1), range(1)));
  }

  @Test
  void aSlowLinkIsAvoided() {
    double[][] links = new double[4][4];
    for (double[] row : links) {
      Arrays.fill(row, 20);
    }
    links[0][1] = 1;
    links[3][0] = 1;
    int[] order = RingOrder.of(matrix(links), range(4));
    for (int i = 0; i < 4; i++) {
      assertEquals(20, links[order[i]][order[(i + 1) % 4]], Arrays.toString(order));
    }
  }

  @Test
  void endpointsOfOneDeviceFollowEachOther() {
    int[] places = {0, 1, 0, 1};
    int[] order = RingOrder.of(BandwidthMatrix.assumed(2), places);
    long crossing =
        IntStream.range(0, 4).filter(i -> places[order[i]] != places[order[(i + 1) % 4]]).count();
    assertEquals(2, crossing, Arrays.toString(order));
  }

  @Test
  void manyEndpointsAreNoWorseThanAsGiven() {
    for (int seed = 0; seed < 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int count = 9 + random.nextInt(4);
      double[][] links = new double[count][count];
      for (double[] row : links) {
        Arrays.setAll(row, i -> 1 + random.nextInt(30));
      }
      int[] order = RingOrder.of(matrix(links), range(count));
      assertEquals(count, Arrays.stream(order).distinct().count());
      assertTrue(slowest(links, order) >= slowest(links, range(count)));
    }
  }

  private static double slowest(double[][] links, int[] cycle) {
    double slowest = Double.MAX_VALUE;
    for (int i = 0; i < cycle.length; i++) {
      slowest = Math.min(slowest, links[cycle[i]][cycle[(i + 1) % cycle.length]]);
    }
    return slowest;
  }
}
