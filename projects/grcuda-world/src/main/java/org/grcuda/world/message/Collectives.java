package org.grcuda.world.message;

/** What ranks do together: each rank calls the same methods in the same order. */
public interface Collectives {

  /**
   * The values of all ranks, in the order of ranks. Waits until every rank has given its values.
   *
   * @param name of what the program does, which is the same on all ranks
   * @param values of this rank; ranks may give different numbers of them
   */
  double[][] gather(String name, double... values);
}
