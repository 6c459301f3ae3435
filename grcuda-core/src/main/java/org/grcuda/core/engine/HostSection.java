package org.grcuda.core.engine;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.grcuda.core.dag.ComputationDag;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Vertex;

/** A section of host code that uses an array; conflicting computations wait for its end. */
public final class HostSection implements AutoCloseable {

  private final ComputationDag dag;
  private final Vertex vertex;
  private final AccessMode mode;
  private final Runnable atClose;
  private final Consumer<HostSection> forget;
  private final AtomicBoolean closed = new AtomicBoolean();

  HostSection(
      ComputationDag dag,
      Vertex vertex,
      AccessMode mode,
      Runnable atClose,
      Consumer<HostSection> forget) {
    this.dag = dag;
    this.vertex = vertex;
    this.mode = mode;
    this.atClose = atClose;
    this.forget = forget;
  }

  /** What the host code does to the array. */
  public AccessMode mode() {
    return mode;
  }

  /** Ends it. Idempotent. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      try {
        atClose.run();
      } finally {
        forget.accept(this);
        dag.leave(vertex);
      }
    }
  }
}
