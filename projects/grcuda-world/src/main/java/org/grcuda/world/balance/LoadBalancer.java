package org.grcuda.world.balance;

import java.util.List;
import org.grcuda.world.object.MobilePointer;

/**
 * Decides how a rank shares its work in {@code World.run}. Called by the thread that runs handlers,
 * between them: it must not wait, and what it throws is thrown by {@code run}.
 */
public interface LoadBalancer {

  /**
   * The rank to ask for work, as this one has none.
   *
   * @return -1 to ask none now, or this rank itself
   */
  int victim();

  /**
   * Which object to give to rank {@code thief}, which has no work. Its calls that wait go with it.
   * At least one call is handled between two of these decisions.
   *
   * @param waiting the objects on this rank with calls that wait, at least one, in the order of
   *     their first calls
   * @return one of them, or null to give none
   */
  MobilePointer give(int thief, List<WaitingCalls> waiting);
}
