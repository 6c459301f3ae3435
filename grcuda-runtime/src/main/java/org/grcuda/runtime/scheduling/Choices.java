package org.grcuda.runtime.scheduling;

import java.util.List;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.observation.Observer;
import org.grcuda.runtime.selection.PolicyManager;

/**
 * Takes in work that can be done in several ways ({@link Operation.Choice}), and decides for one:
 * when its parents are known, and before it is scheduled.
 *
 * <p>Guarded by the scheduling lock.
 */
public final class Choices {

  private final Intake intake;
  private final Scheduler scheduler;
  private final HostTasks tasks;
  private final PolicyManager policies;
  private final Observer observer;

  public Choices(
      Intake intake,
      Scheduler scheduler,
      HostTasks tasks,
      PolicyManager policies,
      Observer observer) {
    this.intake = intake;
    this.scheduler = scheduler;
    this.tasks = tasks;
    this.policies = policies;
    this.observer = observer;
  }

  /**
   * Takes {@code vertex} in.
   *
   * @throws org.grcuda.driver.DriverException if the device refuses it: nothing has changed then
   */
  public void submit(Vertex vertex, DependencyTracker dependencies) {
    List<Operation.Way> ways = ((Operation.Choice) vertex.operation()).ways();
    intake.take(vertex, dependencies, taken -> choose(taken, ways));
    if (vertex.operation() instanceof Operation.HostTask) {
      tasks.begin(vertex, false);
    }
  }

  private void choose(Vertex vertex, List<Operation.Way> ways) {
    PolicyManager.Choosing chosen = policies.choose(vertex, ways);
    Operation operation = chosen.way().operation();
    int device = chosen.device();
    vertex.becomes(
        operation, device == Places.HOST ? Placement.ANYWHERE : Placement.onDevice(device));
    observer.chosen(vertex);
    if (device == Places.HOST) {
      tasks.defer(vertex, null);
    } else {
      scheduler.schedule(vertex);
    }
  }
}
