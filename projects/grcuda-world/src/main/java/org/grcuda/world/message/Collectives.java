package org.grcuda.world.message;

/** What all ranks do together: each rank calls the same methods in the same order. */
public interface Collectives {

  /**
   * The values of all ranks, in the order of ranks. Waits until every rank has given its values.
   *
   * @param values of this rank; ranks may give different numbers of them
   */
  double[][] gather(double... values);
}
