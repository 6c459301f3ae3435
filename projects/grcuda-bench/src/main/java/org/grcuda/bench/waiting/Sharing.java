package org.grcuda.bench.waiting;

import org.grcuda.bench.waiting.ControlGroups.UnavailableException;

/** How the waiting process and a neighbour of endless loops share the same cores. */
enum Sharing {
  ALONE("alone", 0, 0),
  EQUAL("equal weights", 1, 0),
  HALF("half of each period", 1, 0.5),
  FOUR("a neighbour of 4 times the weight", 4, 0),
  EIGHT("a neighbour of 8 times the weight", 8, 0);

  private final String text;
  private final int weight;
  private final double share;

  /**
   * @param weight of the neighbour, where that of the waiting process is 1; 0 for no neighbour
   * @param share of each period for which each may run; 0 for no limit
   */
  Sharing(String text, int weight, double share) {
    this.text = text;
    this.weight = weight;
    this.share = share;
  }

  String text() {
    return text;
  }

  boolean hasNeighbour() {
    return weight > 0;
  }

  /**
   * Divides {@code cores} cores so.
   *
   * @throws UnavailableException if the system refuses
   */
  void divide(ControlGroups.Group waiting, ControlGroups.Group neighbour, int cores)
      throws UnavailableException {
    neighbour.weigh(Math.max(1, weight));
    waiting.limit(share * cores);
    neighbour.limit(share * cores);
  }
}
