package org.grcuda.graph.generate;

import org.grcuda.graph.EdgeList;
import org.grcuda.graph.SplitMix64;

/** A grid some of whose edges are deleted; see {@link Generators#road}. */
record Road(int rows, int columns, long seed) {

  /** With it the distances in a graph of 40 million vertices surely fit into 32 bits. */
  static final int LARGEST_WEIGHT = 100;

  private static final int KEPT_OF_8 = 5;

  /**
   * Adds the edges between {@code vertex} and those to its right and below it, if they are kept.
   */
  void add(EdgeList list, long vertex) {
    int from = (int) vertex;
    if (vertex % columns < columns - 1 && isKept(2 * vertex)) {
      list.addBoth(from, from + 1);
    }
    if (vertex / columns < rows - 1 && isKept(2 * vertex + 1)) {
      list.addBoth(from, from + columns);
    }
  }

  private boolean isKept(long edge) {
    return SplitMix64.at(seed, edge) >>> 61 < KEPT_OF_8;
  }
}
