package org.grcuda.world.progress;

import org.grcuda.world.frame.RecordReader;

/** Takes records of one kind. Called by the thread that drives: it must not take long. */
@FunctionalInterface
public interface Receiver {

  /**
   * A record of {@code source} has arrived.
   *
   * @param record valid during the call
   */
  void receive(int source, RecordReader record);
}
