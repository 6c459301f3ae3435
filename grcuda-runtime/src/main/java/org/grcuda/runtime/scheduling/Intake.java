package org.grcuda.runtime.scheduling;

import java.util.function.Consumer;
import org.grcuda.runtime.completion.CompletionTracker;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.Gate;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.observation.Observer;

/**
 * Takes in computations of every kind: numbers them, has their parents found, has them scheduled,
 * and has their accesses recorded for later computations. Guarded by the scheduling lock.
 */
public final class Intake {

  private final Gate gate;
  private final CompletionTracker completion;

  /** Times or records computations. */
  private final Observer observer;

  /** Whether it is looked at each time which computations have completed. */
  private final boolean polls;

  /**
   * @param polls whether each submission looks for computations that have completed; else only
   *     waits, full queues and the reaper do
   */
  public Intake(Gate gate, CompletionTracker completion, Observer observer, boolean polls) {
    this.gate = gate;
    this.completion = completion;
    this.polls = polls;
    this.observer = observer;
  }

  /**
   * Takes {@code vertex} in.
   *
   * @param dependencies finds the parents, and records the accesses
   * @param scheduling places the vertex; if it throws, nothing has changed
   * @throws IllegalStateException if the runtime is closed
   */
  public void take(Vertex vertex, DependencyTracker dependencies, Consumer<Vertex> scheduling) {
    gate.requireOpen();
    gate.number(vertex);
    Operation operation = vertex.operation();
    Access[] uses = vertex.accesses();
    if (polls && !(operation instanceof Operation.Free)) {
      // A cleaner's thread frees at any time, and that time must decide nothing.
      completion.poll();
    }
    observer.submitted(vertex);
    dependencies.findParents(vertex);
    scheduling.accept(vertex);
    dependencies.record(vertex, uses, operation);
    operation.accepted();
    observer.accepted(vertex);
  }
}
