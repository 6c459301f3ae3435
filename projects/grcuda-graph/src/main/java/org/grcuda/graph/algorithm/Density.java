package org.grcuda.graph.algorithm;

import org.grcuda.graph.Graph;

/** Tells graphs with many edges from graphs with few. */
final class Density {

  /**
   * Edges for each vertex. With so many, paths are short, and most vertices are at few distances:
   * an algorithm has few rounds with much work, and nothing to gain by not waiting.
   */
  private static final int DENSE = 8;

  private Density() {}

  static boolean isDense(Graph graph) {
    return graph.edges() / graph.vertices() >= DENSE;
  }
}
