package org.grcuda.graph.generate;

import org.grcuda.graph.SplitMix64;

/** A grid some of whose edges are deleted; see {@link Generators#road}. */
record Road(int rows, int columns, long seed) implements Neighbours {

  /** With it the distances in a graph of 40 million vertices surely fit into 32 bits. */
  static final int LARGEST_WEIGHT = 100;

  private static final int KEPT_OF_8 = 5;

  @Override
  public int degree(int vertex) {
    return Integer.bitCount(directions(vertex));
  }

  @Override
  public int neighbour(int vertex, int i) {
    int rest = directions(vertex);
    for (int skipped = 0; skipped < i; skipped++) {
      rest &= rest - 1;
    }
    return switch (Integer.numberOfTrailingZeros(rest)) {
      case 0 -> vertex - columns;
      case 1 -> vertex - 1;
      case 2 -> vertex + 1;
      default -> vertex + columns;
    };
  }

  /** A bit for each edge of {@code vertex}: up, left, right and down, from the lowest bit on. */
  private int directions(int vertex) {
    int row = vertex / columns;
    int column = vertex - row * columns;
    long right = 2L * vertex;
    long down = right + 1;
    int bits = row > 0 ? kept(down - 2L * columns) : 0;
    bits |= column > 0 ? kept(right - 2) << 1 : 0;
    bits |= column < columns - 1 ? kept(right) << 2 : 0;
    bits |= row < rows - 1 ? kept(down) << 3 : 0;
    return bits;
  }

  private int kept(long edge) {
    return SplitMix64.at(seed, edge) >>> 61 < KEPT_OF_8 ? 1 : 0;
  }
}
