package org.grcuda.bench.reproduce;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.grcuda.runtime.schedule.ScheduledComputation.Argument;

/**
 * Lower bounds on the time of a benchmark, whatever its schedule.
 *
 * @param criticalPath seconds of the longest chain of dependent kernels, each alone on a device
 * @param work seconds of all kernels in turn, if each uses the whole device
 * @param transfers bytes that the host has written and kernels read
 */
record Bound(double criticalPath, double work, double transfers) {

  private static final double NANOS = 1e9;

  /**
   * Members of a topology on which kernels of few threads also reach the full rates of the device,
   * and launches take no time.
   */
  private static final String UNLIMITED =
      "\"device\": {\"computeSaturation\": 1e-9, \"memorySaturation\": 1e-9, \"launchLatency\": 0}";

  /** The machine on which each kernel takes as long as if it used the whole device. */
  static Machine unlimited(Machine machine) {
    String variation = machine.variation();
    return machine.with(variation.isEmpty() ? UNLIMITED : variation + ", " + UNLIMITED);
  }

  /**
   * The bounds from one iteration on one device, in which the host waited for each kernel.
   *
   * @param alone the schedule on the machine itself
   * @param unlimited the schedule on the {@link #unlimited} machine
   * @param fromHost whether the inputs come from the host in each iteration
   */
  static Bound of(Schedule alone, Schedule unlimited, boolean fromHost) {
    return new Bound(
        longestPath(alone) / NANOS,
        kernels(unlimited).stream().mapToLong(ScheduledComputation::durationNanos).sum() / NANOS,
        fromHost ? readFromHost(alone) : 0);
  }

  /**
   * The bounds for several devices. In the result, {@code work} is the least work of each device,
   * and {@code transfers} is in seconds.
   *
   * @param bandwidth bytes per second from the host to all devices together
   */
  Bound on(int devices, double bandwidth) {
    return new Bound(criticalPath, work / devices, transfers / bandwidth);
  }

  /** The largest bound, in seconds. */
  double seconds() {
    return Math.max(criticalPath, Math.max(work, transfers));
  }

  /** Names the largest bound. */
  String limit() {
    if (seconds() == transfers) {
      return "links to the host";
    }
    return seconds() == work ? "work" : "critical path";
  }

  private static List<ScheduledComputation> kernels(Schedule schedule) {
    return schedule.computations().stream()
        .filter(computation -> computation.kind() == ComputationKind.LAUNCH)
        .toList();
  }

  private static double longestPath(Schedule schedule) {
    Map<Long, Long> before = new HashMap<>();
    Map<Long, List<Long>> parents = new HashMap<>();
    schedule
        .dependencies()
        .forEach(
            edge -> parents.computeIfAbsent(edge.to(), id -> new ArrayList<>()).add(edge.from()));
    long longest = 0;
    for (ScheduledComputation computation : schedule.computations()) {
      long start = 0;
      for (long parent : parents.getOrDefault(computation.id(), List.of())) {
        start = Math.max(start, before.getOrDefault(parent, 0L));
      }
      boolean isKernel = computation.kind() == ComputationKind.LAUNCH;
      long end = start + (isKernel ? computation.durationNanos() : 0);
      before.put(computation.id(), end);
      longest = Math.max(longest, end);
    }
    return longest;
  }

  /**
   * Bytes that kernels read of arrays that host code has written. Each part of an array counts
   * once.
   */
  private static double readFromHost(Schedule schedule) {
    Set<String> written = new HashSet<>();
    Set<Argument> read = new HashSet<>();
    for (ScheduledComputation computation : schedule.computations()) {
      for (Argument argument : computation.arguments()) {
        if (computation.kind() == ComputationKind.HOST && !argument.mode().equals("in")) {
          written.add(argument.array());
        } else if (computation.kind() == ComputationKind.LAUNCH && argument.mode().equals("in")) {
          read.add(argument);
        }
      }
    }
    return read.stream()
        .filter(argument -> written.contains(argument.array()))
        .mapToDouble(Argument::bytes)
        .sum();
  }
}
