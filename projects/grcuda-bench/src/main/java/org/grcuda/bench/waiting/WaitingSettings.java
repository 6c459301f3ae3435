package org.grcuda.bench.waiting;

import java.util.List;
import org.grcuda.bench.arguments.WholeNumber;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The settings of the benchmark. */
@Command
final class WaitingSettings {

  private static final List<Long> DURATIONS =
      List.of(
          10_000L,
          30_000L,
          50_000L,
          100_000L,
          300_000L,
          1_000_000L,
          3_000_000L,
          10_000_000L,
          100_000_000L);

  private static final List<Long> QUICK = List.of(10_000L, 100_000L, 1_000_000L);

  /**
   * The kernel time of the waits of one policy in a cell, as far as the limits on their number
   * allow.
   */
  private static final long CELL_NANOS = 3_000_000_000L;

  private static final long TURN_NANOS = 1_500_000_000L;
  private static final long QUICK_TURN_NANOS = 100_000_000L;

  private static final int MOST_WAITS = 3_000;
  private static final int FEWEST_WAITS = 30;
  private static final int QUICK_WAITS = 50;

  @Option(names = "--quick", description = "A few waits of few durations: shows that it works.")
  private boolean quick;

  @Option(names = "--json", description = "Prints JSON instead of tables.")
  private boolean json;

  @Option(names = "--workload", description = "Measures the published workload alone.")
  private boolean workload;

  @Option(
      names = "--burners",
      paramLabel = "COUNT",
      converter = WholeNumber.class,
      description = "Processes per core that contend; default: ${DEFAULT-VALUE}.")
  private int burners = 1;

  @Option(
      names = "--shared",
      description =
          "Waits on cores that a neighbour in another control group shares; needs the controller"
              + " of processor time.")
  private boolean shared;

  @Option(
      names = "--host-share",
      paramLabel = "FRACTION",
      description =
          "The host's part of a cycle on shared cores, which nobody published; default:"
              + " ${DEFAULT-VALUE}.")
  private double hostShare = 0.26;

  boolean quick() {
    return quick;
  }

  boolean json() {
    return json;
  }

  boolean shared() {
    return shared;
  }

  /** The part of a cycle that the host works, on shared cores. */
  double hostShare() {
    return hostShare;
  }

  /** Nanoseconds of a turn on shared cores; a quarter as long before does not count. */
  long sharedNanos() {
    return quick ? QUICK_TURN_NANOS : TURN_NANOS;
  }

  /** The number of contending processes per core. */
  int burners() {
    return burners;
  }

  List<Long> durations() {
    return workload ? List.of() : quick ? QUICK : DURATIONS;
  }

  /** The number of waits of one policy for kernels of {@code nanos} nanoseconds. */
  int waits(long nanos) {
    return quick ? QUICK_WAITS : Math.clamp(CELL_NANOS / nanos, FEWEST_WAITS, MOST_WAITS);
  }
}
