package org.grcuda.graph.engine;

/** Work that an algorithm puts off as long as there is other work. */
@FunctionalInterface
public interface MoreWork {

  /**
   * Begins steps of parts that have nothing else to do.
   *
   * @param isQuiet whether no part steps and no packet is under way
   * @return how many steps it has begun
   */
  int begin(boolean isQuiet);
}
