package org.grcuda.core.engine;

import org.grcuda.core.dag.ComputationDag;
import org.grcuda.runtime.AccessMode;
import org.grcuda.runtime.Vertex;

/** A stretch of host code that uses an array; conflicting computations wait for its end. */
public final class HostSection implements AutoCloseable {

  private final ComputationDag dag;
  private final Vertex vertex;
  private final AccessMode mode;

  HostSection(ComputationDag dag, Vertex vertex, AccessMode mode) {
    this.dag = dag;
    this.vertex = vertex;
    this.mode = mode;
  }

  /** What the host code does to the array. */
  public AccessMode mode() {
    return mode;
  }

  /** Ends it. */
  @Override
  public void close() {
    dag.leave(vertex);
  }
}
