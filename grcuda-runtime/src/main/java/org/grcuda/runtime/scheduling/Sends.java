package org.grcuda.runtime.scheduling;

import java.util.Arrays;
import java.util.List;
import org.grcuda.runtime.completion.CompletionTracker;
import org.grcuda.runtime.completion.Deferred;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.route.Outbox;

/**
 * Holds copies back until it is known where they go ({@link Operation.Send}). A send is in the DAG
 * from the beginning, so computations that write its source wait for it.
 *
 * <p>Guarded by the scheduling lock.
 */
public final class Sends implements Outbox {

  private final Intake intake;
  private final Scheduler scheduler;
  private final CompletionTracker completion;
  private final Deferred deferred;

  public Sends(
      Intake intake, Scheduler scheduler, CompletionTracker completion, Deferred deferred) {
    this.intake = intake;
    this.scheduler = scheduler;
    this.completion = completion;
    this.deferred = deferred;
  }

  @Override
  public void submit(Vertex send, DependencyTracker dependencies) {
    intake.take(
        send,
        dependencies,
        submitted -> {
          deferred.addSend(submitted);
          completion.started();
        });
  }

  @Override
  public void deliver(Vertex send, Way way, DependencyTracker dependencies) {
    deferred.finishSend(send);
    Operation.Copy copy = new Operation.Copy(way.destination(), way.source(), true);
    Access overwritten = new Access(way.destination(), AccessMode.OVERWRITE);
    if (way.writer() == null) {
      send.becomes(copy, new Access[] {overwritten, send.accesses()[0]}, way.where());
      scheduler.resume(send);
      dependencies.record(send, new Access[] {overwritten}, copy);
      return;
    }
    // What it was to read stays entered until it has ended, though it reads the same elsewhere.
    Access read = new Access(way.source(), AccessMode.READ);
    Access[] uses = {overwritten, read};
    send.becomes(copy, uses, way.where());
    comeAfter(send, way.writer());
    scheduler.resume(send);
    dependencies.record(send, uses, copy);
  }

  /** Adds a parent whose data {@code send} uses. */
  private static void comeAfter(Vertex send, Vertex writer) {
    if (send.recorded() != null && writer.recorded() != null) {
      send.recorded().dependsOn(writer.recorded(), List.of("packet"));
    }
    if (writer.isComplete()) {
      return;
    }
    Vertex[] before = send.parents();
    Vertex[] parents = Arrays.copyOf(before, before.length + 1);
    boolean[] data = new boolean[parents.length];
    for (int i = 0; i < before.length; i++) {
      data[i] = send.isDataParent(i);
    }
    parents[before.length] = writer;
    data[before.length] = true;
    send.setParents(parents, data);
  }

  @Override
  public void drop(Vertex send, Throwable reason) {
    if (!deferred.finishSend(send)) {
      return;
    }
    send.refuse(reason);
    if (send.hasUnfinishedParent()) {
      scheduler.resume(send);
    } else {
      scheduler.endHeldBack(send);
    }
  }
}
