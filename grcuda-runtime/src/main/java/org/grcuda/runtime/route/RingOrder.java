package org.grcuda.runtime.route;

import java.util.stream.IntStream;
import org.grcuda.runtime.policy.BandwidthMatrix;

/**
 * The order in which a ring passes packets on: each endpoint sends to the next one, so the slowest
 * link of the cycle decides how fast the ring is (Groute, figure 3). Of up to {@value #MOST_EXACT}
 * endpoints it is a cycle whose slowest link is as fast as can be; of more, one that no reversal of
 * a part makes better. Among equals, the cycle with the faster links in all, then the order in
 * which the endpoints were given.
 */
final class RingOrder {

  /** All cycles through so many endpoints are looked at: 5,040. */
  private static final int MOST_EXACT = 8;

  /** How much faster a link must be than another to be called uneven. */
  private static final double UNEVEN = 1.5;

  private final double[][] bandwidths;
  private int[] best;
  private double bestSlowest = -1;
  private double bestSum;

  private RingOrder(BandwidthMatrix matrix, int[] places) {
    bandwidths = new double[places.length][places.length];
    double fastest = 0;
    for (int from : places) {
      for (int to : places) {
        fastest = Math.max(fastest, from == to ? 0 : matrix.between(from, to));
      }
    }
    for (int i = 0; i < places.length; i++) {
      for (int j = 0; j < places.length; j++) {
        // Within a place nothing crosses a link.
        bandwidths[i][j] =
            places[i] == places[j] ? 2 * fastest : matrix.between(places[i], places[j]);
      }
    }
  }

  /** Whether the fastest link between two of {@code places} is much faster than the slowest. */
  static boolean isUneven(BandwidthMatrix matrix, int[] places) {
    double slowest = Double.POSITIVE_INFINITY;
    double fastest = 0;
    for (int from : places) {
      for (int to : places) {
        if (from != to) {
          slowest = Math.min(slowest, matrix.between(from, to));
          fastest = Math.max(fastest, matrix.between(from, to));
        }
      }
    }
    return fastest > UNEVEN * slowest;
  }

  /** The positions of {@code places} in the order of the ring, from 0 on. */
  static int[] of(BandwidthMatrix matrix, int[] places) {
    RingOrder order = new RingOrder(matrix, places);
    int[] given = IntStream.range(0, places.length).toArray();
    order.consider(given);
    if (places.length <= MOST_EXACT) {
      order.permute(given.clone(), 1);
    } else {
      order.improve();
    }
    return order.best;
  }

  private void consider(int[] cycle) {
    double slowest = Double.POSITIVE_INFINITY;
    double sum = 0;
    for (int i = 0; i < cycle.length; i++) {
      double link = bandwidths[cycle[i]][cycle[(i + 1) % cycle.length]];
      slowest = Math.min(slowest, link);
      // Endpoints of one place have no link, and count alike in every cycle that visits them in
      // turn.
      sum += Math.min(link, Float.MAX_VALUE);
    }
    if (slowest > bestSlowest || slowest == bestSlowest && sum > bestSum) {
      best = cycle.clone();
      bestSlowest = slowest;
      bestSum = sum;
    }
  }

  /** Considers every order of the positions from {@code fixed} on. */
  private void permute(int[] cycle, int fixed) {
    if (fixed >= cycle.length) {
      consider(cycle);
      return;
    }
    for (int i = fixed; i < cycle.length; i++) {
      swap(cycle, fixed, i);
      permute(cycle, fixed + 1);
      swap(cycle, fixed, i);
    }
  }

  private static void swap(int[] cycle, int i, int j) {
    int kept = cycle[i];
    cycle[i] = cycle[j];
    cycle[j] = kept;
  }

  /** Reverses parts while that makes the cycle better. */
  private void improve() {
    int[] before;
    do {
      before = best;
      for (int from = 1; from < before.length - 1; from++) {
        for (int to = from + 1; to < before.length; to++) {
          consider(reversed(best, from, to));
        }
      }
    } while (best != before);
  }

  private static int[] reversed(int[] cycle, int from, int to) {
    int[] reversed = cycle.clone();
    for (int i = from, j = to; i < j; i++, j--) {
      swap(reversed, i, j);
    }
    return reversed;
  }
}
