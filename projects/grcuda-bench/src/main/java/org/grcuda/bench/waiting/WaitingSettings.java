package org.grcuda.bench.waiting;

import java.util.List;

/**
 * What is measured.
 *
 * @param quick a few waits of few durations: shows that it works
 * @param json whether to print JSON
 * @param workload whether to measure the published workload alone
 * @param burners processes per core that contend
 */
record WaitingSettings(boolean quick, boolean json, boolean workload, int burners) {

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

  /** Waits of one policy in a cell, from about so much time... */
  private static final long CELL_NANOS = 3_000_000_000L;

  private static final int MOST_WAITS = 3_000;
  private static final int FEWEST_WAITS = 30;
  private static final int QUICK_WAITS = 50;

  /**
   * Reads the arguments of the benchmark.
   *
   * @throws IllegalArgumentException for one that is unknown, saying what there is
   */
  static WaitingSettings parse(List<String> arguments) {
    boolean quick = false;
    boolean json = false;
    boolean workload = false;
    int burners = 1;
    for (String argument : arguments) {
      if (argument.equals("--quick")) {
        quick = true;
      } else if (argument.equals("--json")) {
        json = true;
      } else if (argument.equals("--workload")) {
        workload = true;
      } else if (argument.matches("--burners=[1-9][0-9]?")) {
        burners = Integer.parseInt(argument.substring(argument.indexOf('=') + 1));
      } else {
        throw new IllegalArgumentException(
            "unknown argument '"
                + argument
                + "'; expected --quick, --json, --workload or --burners=COUNT, processes per core"
                + " from 1 to 99");
      }
    }
    return new WaitingSettings(quick, json, workload, burners);
  }

  List<Long> durations() {
    return workload ? List.of() : quick ? QUICK : DURATIONS;
  }

  /** Waits of one policy for kernels of {@code nanos}. */
  int waits(long nanos) {
    return quick ? QUICK_WAITS : Math.clamp(CELL_NANOS / nanos, FEWEST_WAITS, MOST_WAITS);
  }
}
