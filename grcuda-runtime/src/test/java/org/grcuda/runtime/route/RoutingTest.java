package org.grcuda.runtime.route;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.junit.jupiter.api.Test;

class RoutingTest {

  private static final int[] ALL = {0, 1, 2};

  /** Sources on devices 0 and 3, targets on devices 1 to 3. */
  private static RoutingPolicy broadcast(BandwidthMatrix links) {
    List<RouterShape.End> sources =
        List.of(new RouterShape.End("a", 0), new RouterShape.End("b", 3));
    List<RouterShape.End> targets =
        IntStream.rangeClosed(1, 3).mapToObj(i -> new RouterShape.End("t" + i, i)).toList();
    return Routing.BROADCAST.of(new RouterShape(sources, targets, 4, 8), links);
  }

  private static BandwidthMatrix links(double fast) {
    BandwidthMatrix.Builder links = BandwidthMatrix.builder(4, "test");
    for (int i = 0; i < 4; i++) {
      links.set(BandwidthMatrix.HOST, i, 1);
      links.set(i, BandwidthMatrix.HOST, 1);
      for (int j = 0; j < 4; j++) {
        if (i != j) {
          // The cycle 0, 2, 1, 3 has fast links only.
          links.set(i, j, Math.floorMod(i - j, 4) == 2 || i + j == 3 ? fast : 10);
        }
      }
    }
    return links.build();
  }

  @Test
  void aBroadcastGoesAlongARingWhereLinksDiffer() {
    RoutingPolicy policy = broadcast(links(16));
    assertTrue(policy.isForwarded());
    assertArrayEquals(new int[] {1, 0, 2}, policy.targets(0, 0));
    // Beside it on its own device, then along the ring.
    assertArrayEquals(new int[] {2, 0, 1}, policy.targets(1, 0));
  }

  /** Up to half as fast again counts as alike. What is slower elsewhere does not matter. */
  @Test
  void itGoesFromTheSourceWhereLinksAreAlike() {
    for (BandwidthMatrix links : List.of(links(15), BandwidthMatrix.assumed(4))) {
      RoutingPolicy policy = broadcast(links);
      assertFalse(policy.isForwarded());
      assertArrayEquals(ALL, policy.targets(0, 0));
      assertArrayEquals(ALL, policy.targets(1, 0));
    }
  }
}
