package org.grcuda.runtime.schedule.export;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.Schedule.Eviction;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.grcuda.runtime.schedule.ScheduledComputation.Pull;

/** What the strip over the streams of a device shows beside how busy it is. */
final class Strips {

  private final Schedule schedule;

  Strips(Schedule schedule) {
    this.schedule = schedule;
  }

  /** When {@code device} gave up data, ascending. */
  long[] evictions(int device) {
    return schedule.evictions().stream()
        .filter(it -> it.device() == device)
        .mapToLong(Eviction::nanos)
        .sorted()
        .toArray();
  }

  /**
   * How many computations the plan of {@code device} holds: pairs of a time and the length from
   * then on, by ascending time. A computation counts from when it was planned last until it was
   * taken.
   */
  long[] planned(int device) {
    List<long[]> changes = new ArrayList<>();
    for (ScheduledComputation it : schedule.computations()) {
      Pull pull = it.pull();
      if (pull != null && it.device() == device && pull.takenNanos() > pull.plannedNanos()) {
        changes.add(new long[] {pull.plannedNanos(), 1});
        changes.add(new long[] {pull.takenNanos(), -1});
      }
    }
    changes.sort(Comparator.comparingLong(change -> change[0]));
    long[] steps = new long[2 * changes.size()];
    int count = 0;
    long length = 0;
    for (long[] change : changes) {
      length += change[1];
      if (count > 0 && steps[count - 2] == change[0]) {
        count -= 2;
      }
      steps[count++] = change[0];
      steps[count++] = length;
    }
    return Arrays.copyOf(steps, count);
  }
}
