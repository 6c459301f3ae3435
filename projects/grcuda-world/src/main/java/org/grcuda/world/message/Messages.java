package org.grcuda.world.message;

import org.grcuda.DeviceArray;

/**
 * Two-sided messages of arrays between ranks. Sends and receives are computations: they wait for
 * what they depend on, and what depends on them waits. No method waits.
 */
public interface Messages {

  /** The number of this rank, from 0. */
  int rank();

  /** The number of ranks. */
  int size();

  /**
   * Sends the elements of {@code data} as they are after all that was submitted before.
   *
   * @param target a rank; may be this one
   * @param tag which receive of {@code target} takes it; several with one tag are taken in order
   * @param data dense
   */
  void send(int target, long tag, DeviceArray data);

  /**
   * Overwrites {@code data} with the elements that rank {@code source} sends with {@code tag}.
   *
   * @param data dense, with as many bytes as are sent
   */
  void receive(int source, long tag, DeviceArray data);
}
