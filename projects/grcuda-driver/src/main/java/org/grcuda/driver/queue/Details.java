package org.grcuda.driver.queue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.DriverException;

/**
 * What few of the millions of batches in a queue need. Guarded as the fields of {@link Recording}
 * and {@link Batch} are.
 */
final class Details {

  private List<QueuedStream> waiting = List.of();

  /** As {@link Recording#failure}. */
  DriverException failure;

  /** As {@link Recording#time}. */
  long time;

  /** As {@link Batch#submissionFailure}; of the first batch of a submission. */
  DriverException submissionFailure;

  /** The operands, as {@code Submission} lays them out; null if they were not kept. */
  long[] words;

  /** The commands that somebody has asked for; null if nobody has. */
  QueuedCommand[] commands;

  /** Makes {@code stream} wait for the recording. */
  void addWaiting(QueuedStream stream) {
    if (waiting.isEmpty()) {
      waiting = new ArrayList<>(1);
    }
    if (!waiting.contains(stream)) {
      waiting.add(stream);
    }
  }

  /** The streams that wait for the recording; none do from now on. */
  List<QueuedStream> takeWaiting() {
    List<QueuedStream> taken = waiting;
    waiting = List.of();
    return taken;
  }
}
