package org.grcuda.world.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** The binomial tree: each rank but the first is the child of one, and the way up is short. */
final class TreeTest {

  @Test
  void everyRankIsReachedOnce() {
    for (int size = 1; size <= 130; size++) {
      BitSet reached = new BitSet();
      for (int rank = 0; rank < size; rank++) {
        for (int child : Tree.of(rank, size).children()) {
          assertEquals(rank, Tree.of(child, size).parent());
          assertTrue(!reached.get(child) && child < size);
          reached.set(child);
        }
      }
      assertEquals(size - 1, reached.cardinality());
      assertTrue(Tree.of(0, size).isRoot());
    }
  }

  @Test
  void theWayUpIsNoLongerThanTheLogarithm() {
    for (int rank = 0; rank < 1024; rank++) {
      int hops = 0;
      for (int at = rank; at != 0; at = Tree.of(at, 1024).parent()) {
        hops++;
      }
      assertTrue(hops <= 10, rank + ": " + hops);
    }
  }
}
