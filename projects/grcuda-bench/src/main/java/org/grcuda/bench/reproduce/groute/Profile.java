package org.grcuda.bench.reproduce.groute;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.grcuda.runtime.schedule.ScheduledComputation.Argument;

/**
 * What a recorded run did between its first kernel and its last.
 *
 * @param seconds it took
 * @param kernels seconds of the kernels of the busiest device
 * @param links seconds for which the busiest link of the machine was at least needed
 * @param host seconds for which the host was at least busy
 * @param outcome of the run
 */
record Profile(double seconds, double kernels, double links, double host, Outcome outcome) {

  private static final double NANOS = 1e9;

  /** Seconds of the host for the submission of a launch, and of a copy, as m60-8 has them. */
  private static final double LAUNCH = 5e-6;

  private static final double COPY = 6e-6;

  /**
   * Profiles the computations of a schedule that began after {@code since}.
   *
   * @param standsFor by how much links are slower than those of m60-8
   * @param since nanoseconds since the context was opened
   */
  static Profile of(Schedule schedule, long since, int standsFor, Outcome outcome) {
    List<ScheduledComputation> all =
        schedule.computations().stream()
            .filter(each -> each.isTimed() && each.submittedNanos() >= since)
            .toList();
    Map<String, Integer> homes = homes(schedule);
    Traffic traffic = new Traffic(schedule.devices().size());
    double host = 0;
    for (ScheduledComputation each : all) {
      if (each.kind() == ComputationKind.COPY || each.kind() == ComputationKind.PACKET) {
        host += COPY;
        Argument to = each.arguments().getLast();
        Argument from = each.arguments().getFirst();
        traffic.add(home(homes, from), home(homes, to), to.bytes());
      } else if (each.kind() == ComputationKind.LAUNCH) {
        host += LAUNCH;
      }
    }
    return new Profile(
        outcome.seconds(),
        busiest(all, schedule.devices().size()) / NANOS,
        standsFor * traffic.seconds(),
        host,
        outcome);
  }

  private static int home(Map<String, Integer> homes, Argument argument) {
    return homes.getOrDefault(argument.array(), ScheduledComputation.HOST);
  }

  /** The device of each array that kernels use: arrays stay where they are. */
  private static Map<String, Integer> homes(Schedule schedule) {
    Map<String, Integer> homes = new HashMap<>();
    for (ScheduledComputation each : schedule.computations()) {
      if (each.kind() == ComputationKind.LAUNCH) {
        each.arguments().forEach(argument -> homes.put(argument.array(), each.device()));
      }
    }
    return homes;
  }

  /** Nanoseconds for which kernels run on the device on which they run longest. */
  private static long busiest(List<ScheduledComputation> all, int devices) {
    long most = 0;
    for (int device = 0; device < devices; device++) {
      List<ScheduledComputation> kernels = new ArrayList<>();
      for (ScheduledComputation each : all) {
        if (each.kind() == ComputationKind.LAUNCH && each.device() == device) {
          kernels.add(each);
        }
      }
      kernels.sort(Comparator.comparingLong(ScheduledComputation::startNanos));
      long busy = 0;
      long end = 0;
      for (ScheduledComputation kernel : kernels) {
        busy += Math.max(0, kernel.endNanos() - Math.max(end, kernel.startNanos()));
        end = Math.max(end, kernel.endNanos());
      }
      most = Math.max(most, busy);
    }
    return most;
  }
}
