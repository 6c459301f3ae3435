package org.grcuda.sim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.queue.QueuedCommand;

/**
 * By how much the integers grow during a launch on which its cost depends. The functional backend
 * copies them before and after the kernel.
 */
final class Growths {

  private static final int BEFORE = 0;
  private static final int AFTER = 1;

  private final QueuedCommand launch;

  /** For each integer its value before and after. */
  private final MemorySegment values;

  private Growths(QueuedCommand launch) {
    this.launch = launch;
    values = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, 2L * launch.growthCount());
  }

  /** Those of a launch; null if its cost depends on none. */
  static Growths of(QueuedCommand launch) {
    return launch.growthCount() == 0 ? null : new Growths(launch);
  }

  /** Adds copies of the integers to what comes before the kernel. */
  void addBefore(Submission submission, Stream stream) {
    add(submission, stream, BEFORE);
  }

  /** Adds copies of the integers to what comes after the kernel. */
  void addAfter(Submission submission, Stream stream) {
    add(submission, stream, AFTER);
  }

  private void add(Submission submission, Stream stream, int when) {
    for (int i = 0; i < launch.growthCount(); i++) {
      submission.copy(
          stream,
          values.address() + Long.BYTES * at(i, when),
          launch.growthAddress(i),
          launch.growthBytes(i),
          Submission.EXTERNAL_DESTINATION);
    }
  }

  private static long at(int index, int when) {
    return 2L * index + when;
  }

  /**
   * What their growth costs, when the kernel has been executed.
   *
   * @param which as {@link QueuedCommand#growthCost} takes it
   */
  double cost(int which) {
    double cost = 0;
    for (int i = 0; i < launch.growthCount(); i++) {
      cost += launch.growthCost(i, which) * growth(i);
    }
    return cost;
  }

  /** By how much an integer has grown; it may have wrapped around. */
  private double growth(int index) {
    long growth =
        values.getAtIndex(ValueLayout.JAVA_LONG, at(index, AFTER))
            - values.getAtIndex(ValueLayout.JAVA_LONG, at(index, BEFORE));
    return launch.growthBytes(index) == Integer.BYTES
        ? Integer.toUnsignedLong((int) growth)
        : Math.max(0, growth);
  }
}
