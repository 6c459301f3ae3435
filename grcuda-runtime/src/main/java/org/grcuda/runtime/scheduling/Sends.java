package org.grcuda.runtime.scheduling;

import org.grcuda.runtime.completion.CompletionTracker;
import org.grcuda.runtime.completion.Deferred;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Region;
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
  public void deliver(
      Vertex send, Region destination, Placement where, DependencyTracker dependencies) {
    deferred.finishSend(send);
    Region whole = ((Operation.Send) send.operation()).source();
    Region source = new Region(whole.allocation(), whole.offset(), destination.length());
    Operation.Copy copy = new Operation.Copy(destination, source);
    Access overwritten = new Access(destination, AccessMode.OVERWRITE);
    send.becomes(copy, new Access[] {overwritten, send.accesses()[0]}, where);
    scheduler.resume(send);
    dependencies.record(send, new Access[] {overwritten}, copy);
  }

  @Override
  public void drop(Vertex send, Throwable reason) {
    if (!deferred.finishSend(send)) {
      return;
    }
    send.refusal = reason;
    if (send.hasUnfinishedParent()) {
      scheduler.resume(send);
    } else {
      scheduler.endHeldBack(send);
    }
  }
}
