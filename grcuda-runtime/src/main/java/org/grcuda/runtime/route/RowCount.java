package org.grcuda.runtime.route;

import org.grcuda.runtime.computation.Vertex;

/** The number of rows of a message that a computation counts. */
public final class RowCount {

  private volatile long rows;
  private Vertex reader;

  /** A number that is not known yet. */
  public RowCount() {}

  /**
   * Sets the computation that calls {@link #set} before it ends. If it fails, so does the message.
   */
  public void readBy(Vertex computation) {
    reader = computation;
  }

  /** Sets the number, from 0. */
  public void set(long counted) {
    rows = counted;
  }

  long rows() {
    return rows;
  }

  Vertex reader() {
    return reader;
  }
}
