package org.grcuda.bench.reproduce;

import org.grcuda.bench.suite.program.Rectangles;

/**
 * What is loaded for C = C + A B, matrices of square tiles, on one device that has room for less
 * than C. Memory holds a part of C, some tiles along its shorter side, and one tile that passes.
 *
 * @param tiles along a side of each matrix
 * @param room tiles that fit into memory
 */
record ProductLoads(int tiles, int room) {

  private boolean fits(int rows, int columns) {
    return spare(rows, columns) >= 0;
  }

  /** Tiles that still fit beside a part of C and what it is computed from. */
  private int spare(int rows, int columns) {
    return room - rows * columns - Math.min(rows, columns) - 1;
  }

  /**
   * Tiles that are loaded if C is computed in rectangles, one after the other: each tile of C once,
   * and for each rectangle its rows of A and its columns of B. Of all divisions by cuts through a
   * whole rectangle this is the least.
   */
  int byRectangles() {
    return tiles * tiles + tiles * Rectangles.sides(tiles, this::fits);
  }

  /**
   * Tiles that are loaded if C is computed in strips of whole rows, each from the last tile of B
   * that the strip before it used to the first: what of B still fits beside a strip stays for the
   * next one. The least of all numbers of strips.
   */
  int byStrips() {
    int least = Integer.MAX_VALUE;
    for (int strips = 1; strips <= tiles; strips++) {
      int rows = Math.ceilDiv(tiles, strips);
      if (fits(rows, tiles)) {
        int kept = Math.min(spare(rows, tiles), tiles * tiles);
        least = Math.min(least, tiles * tiles * (2 + strips) - (strips - 1) * kept);
      }
    }
    return least;
  }
}
