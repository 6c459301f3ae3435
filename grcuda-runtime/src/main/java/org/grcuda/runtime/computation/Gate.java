package org.grcuda.runtime.computation;

import org.grcuda.driver.UsageException;

/**
 * Numbers computations in the order in which they are admitted, and admits none once the runtime is
 * closed. Guarded by the scheduling lock.
 */
public final class Gate {

  private long lastId;
  private boolean closed;

  /** Open, with no number given. */
  public Gate() {}

  /** Gives {@code vertex} its number; it keeps what it was given last. */
  public void number(Vertex vertex) {
    if (vertex.id == 0 || vertex.id != lastId) {
      vertex.id = ++lastId;
    }
  }

  /** The number that was given last; 0 before. */
  public long lastId() {
    return lastId;
  }

  public boolean isClosed() {
    return closed;
  }

  /** Refuses all computations from now on. */
  public void close() {
    closed = true;
  }

  /**
   * Refuses work if it is closed.
   *
   * @throws UsageException saying so
   */
  public void requireOpen() {
    if (closed) {
      throw new UsageException("the context is closed");
    }
  }
}
