package org.grcuda.worklist;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.grcuda.Receiver;
import org.grcuda.Segment;
import org.grcuda.UIntArray;

/**
 * Runs the parts of a worklist until no work is left. One thread, the one that calls {@link #run},
 * begins all steps and sends all packets, so it knows when nothing is left: no part steps, none has
 * work, and as many packets were received as were sent.
 */
final class Engine {

  private final List<Worker> workers;
  private final Settings settings;

  /** First the one for reports, then one for the pairs of each part. */
  private final List<Receiver<UIntArray>> receivers;

  private int stepping;
  private long sent;
  private long received;

  Engine(
      List<Worker> workers,
      Settings settings,
      Receiver<UIntArray> reports,
      List<Receiver<UIntArray>> pairs) {
    this.workers = workers;
    this.settings = settings;
    receivers = new ArrayList<>(List.of(reports));
    receivers.addAll(pairs);
  }

  void run() {
    begin();
    while (stepping > 0 || received < sent) {
      take(Receiver.receive(receivers));
      begin();
    }
  }

  private void take(Segment<UIntArray> segment) {
    if (segment.target().device() < 0) {
      try (segment) {
        stepping--;
        sent += workers.get(segment.source()).finish(segment.data().toArray());
      }
    } else {
      received++;
      int target = segment.target().index();
      workers.get(segment.source()).delivered(target);
      workers.get(target).accept(segment);
    }
  }

  /** Begins the steps that can begin. */
  private void begin() {
    boolean synchronous = settings.schedule() == Settings.Schedule.BULK_SYNCHRONOUS;
    boolean steps = !synchronous || stepping == 0 && received == sent;
    for (Worker worker : workers) {
      if (steps && worker.canStep() && worker.hasWork()) {
        worker.step();
        stepping++;
      } else if (!worker.isStepping()) {
        worker.admitArrived();
      }
    }
    if (synchronous || settings.strict()) {
      raiseTogether();
    } else {
      raiseEach();
    }
  }

  /** When no part has near vertices any more, all continue below one threshold. */
  private void raiseTogether() {
    if (stepping > 0 || received < sent) {
      return;
    }
    OptionalInt lowest =
        workers.stream()
            .filter(Worker::hasFar)
            .mapToInt(Worker::nextThreshold)
            .reduce((a, b) -> Integer.compareUnsigned(a, b) < 0 ? a : b);
    for (Worker worker : workers) {
      if (worker.hasFarBelow(lowest.orElse(0))) {
        raise(worker, lowest.getAsInt());
      }
    }
  }

  private void raiseEach() {
    for (Worker worker : workers) {
      if (worker.canStep() && !worker.hasWork() && worker.hasFar()) {
        raise(worker, worker.nextThreshold());
      }
    }
  }

  private void raise(Worker worker, int threshold) {
    worker.stepAfterRaise(threshold);
    stepping++;
  }
}
