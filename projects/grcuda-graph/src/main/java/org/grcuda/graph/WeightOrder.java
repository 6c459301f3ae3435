package org.grcuda.graph;

/** Numbers that are in the order of weights, as unsigned integers. */
final class WeightOrder {

  private WeightOrder() {}

  /** The number of a weight with these bits. */
  static int rank(Weights type, int bits) {
    if (type != Weights.FLOAT) {
      return bits;
    }
    return bits < 0 ? ~bits : bits | Integer.MIN_VALUE;
  }

  /** The bits of the weight with this number. */
  static int bits(Weights type, int rank) {
    if (type != Weights.FLOAT) {
      return rank;
    }
    return rank < 0 ? rank & Integer.MAX_VALUE : ~rank;
  }
}
