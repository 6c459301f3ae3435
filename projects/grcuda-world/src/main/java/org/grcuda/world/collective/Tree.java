package org.grcuda.world.collective;

import java.util.ArrayList;
import java.util.List;

/**
 * A rank's place in the binomial tree of all ranks, whose root is rank 0.
 *
 * @param parent -1 for the root
 * @param children in order
 */
record Tree(int parent, List<Integer> children) {

  /** The place of {@code rank} of {@code size}. */
  static Tree of(int rank, int size) {
    List<Integer> children = new ArrayList<>();
    int lowest =
        rank == 0 ? Integer.highestOneBit(Math.max(size, 1)) << 1 : Integer.lowestOneBit(rank);
    for (int bit = 1; bit < lowest && rank + bit < size; bit <<= 1) {
      children.add(rank + bit);
    }
    return new Tree(rank == 0 ? -1 : rank & (rank - 1), List.copyOf(children));
  }

  boolean isRoot() {
    return parent < 0;
  }
}
