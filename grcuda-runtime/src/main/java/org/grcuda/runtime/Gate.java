package org.grcuda.runtime;

/**
 * Numbers computations in the order in which they are let in, and lets none in once the runtime is
 * closed. Guarded by the scheduling lock.
 */
final class Gate {

  private long lastId;
  private boolean closed;

  /** Gives {@code vertex} its number. */
  void number(Vertex vertex) {
    vertex.id = ++lastId;
  }

  /** The number that was given last; 0 before. */
  long lastId() {
    return lastId;
  }

  boolean isClosed() {
    return closed;
  }

  /** Refuses what comes from now on. */
  void close() {
    closed = true;
  }

  /**
   * Refuses work if it is closed.
   *
   * @throws IllegalStateException saying so
   */
  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the context is closed");
    }
  }
}
