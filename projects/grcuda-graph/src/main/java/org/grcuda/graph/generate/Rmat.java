package org.grcuda.graph.generate;

import org.grcuda.graph.EdgeList;
import org.grcuda.graph.SplitMix64;

/** Draws the edges of {@link Generators#rmat}. */
record Rmat(int scale, Permutation labels, long seed) {

  // 0.57, 0.57 + 0.19 and 0.57 + 0.19 + 0.19 times 2^32.
  private static final long A = 2448131358L;
  private static final long AB = 3264175144L;
  private static final long ABC = 4080218931L;

  Rmat(int scale, long seed) {
    this(scale, new Permutation(scale, SplitMix64.at(seed, -1)), seed);
  }

  /** Draws edge number {@code edge}. */
  void add(EdgeList list, long edge) {
    long words = scale + 1 >>> 1;
    long word = edge * words;
    int source = 0;
    int target = 0;
    for (int level = 0; level < scale; level += 2) {
      long bits = SplitMix64.at(seed, word++);
      int upper = quadrant(bits >>> 32);
      source = source << 1 | upper >>> 1;
      target = target << 1 | upper & 1;
      if (level + 1 < scale) {
        int lower = quadrant(bits & 0xFFFFFFFFL);
        source = source << 1 | lower >>> 1;
        target = target << 1 | lower & 1;
      }
    }
    list.add(labels.apply(source), labels.apply(target));
  }

  /** How many thresholds are at most {@code bits}: without branches, which nobody could predict. */
  private static int quadrant(long bits) {
    return 3 - (int) ((bits - A >>> 63) + (bits - AB >>> 63) + (bits - ABC >>> 63));
  }
}
