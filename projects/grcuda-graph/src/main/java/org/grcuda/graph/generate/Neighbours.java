package org.grcuda.graph.generate;

/** The rows of a graph of a known shape. Called from several threads. */
interface Neighbours {

  /** How many edges leave {@code vertex}. */
  int degree(int vertex);

  /** Where edge {@code i} of {@code vertex} leads, in ascending order. */
  int neighbour(int vertex, int i);
}
