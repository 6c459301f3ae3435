package org.grcuda.world.transfer;

import java.lang.foreign.MemorySegment;

/**
 * One side of an array that arrives: the receive, or what the sender has said, whichever came
 * first.
 */
sealed interface Incoming {

  /** A receive whose memory is there. */
  record Posted(Receive receive, long address) implements Incoming {}

  /** A receive that never gets memory. */
  record Refused() implements Incoming {}

  /** The elements, from rank {@code source}. */
  record Elements(int source, MemorySegment bytes) implements Incoming {}

  /** Rank {@code source} has them, and waits for memory. */
  record Ready(int source, long id, long bytes) implements Incoming {}

  /** There are none. */
  record Failed(String reason) implements Incoming {}
}
