package org.grcuda.worklist;

import java.util.Map;
import org.grcuda.Kernel;

/** The compiled kernels: see worklist.cu. */
record Kernels(
    Kernel pushAll, Kernel admit, Kernel raise, Kernel expand, Kernel expandFused, Kernel pack) {

  private static final int COLUMN = 4;
  private static final int VALUE = 4;
  private static final int SECTOR = 32;

  /** Bytes that are written and read for an entry of a list. */
  private static final int LISTED = 8;

  /** Microseconds of a round of one block: a few barriers, and loads that need one another. */
  private static final double ROUND_MICROS = 2.5;

  static Kernels of(Programs programs, String valueType) {
    String delta = "delta: " + valueType;
    String value = "value: " + valueType;
    Kernels kernels = compiled(programs, delta, value);
    kernels.declareCosts(programs.weightBytes());
    return kernels;
  }

  private static Kernels compiled(Programs programs, String delta, String value) {
    return new Kernels(
        programs.kernel("pushAll", value),
        programs.kernel("admit", "pairs: in pointer uint32", "count: uint32"),
        programs.kernel("raise", "raised: uint32"),
        programs.kernel("expand"),
        programs.kernel(
            "expandFused",
            "limit: uint32",
            "rounds: uint32",
            "most: uint32",
            "raises: bool",
            delta),
        programs.kernel(
            "pack",
            "out: out pointer uint32",
            "table: in pointer uint32",
            "control: out pointer uint32"));
  }

  /**
   * Declares what launches cost simulated devices. An access to a place that others do not share
   * moves a sector of 32 bytes.
   *
   * @param weight bytes of a weight
   */
  private void declareCosts(int weight) {
    // An edge: its column and weight, the value of its target, and now and then an entry of a list.
    int edge = COLUMN + weight + SECTOR + LISTED;
    // An entry of a list, and what it leads to: a bit, a value, and where the edges begin.
    int taken = LISTED / 2 + 3 * SECTOR;
    String entries = "%d * words[%d]".formatted(taken, WorkLayout.TAKEN);
    String edges = "%d * words[%d] + %s".formatted(edge, WorkLayout.EDGES_LOW, entries);
    String rounds = "%s * words[%d]".formatted(ROUND_MICROS, WorkLayout.ROUNDS);
    pushAll.cost(Map.of("bytes", "%d * own".formatted(2 * VALUE + LISTED)));
    admit.cost(Map.of("bytes", "%d * count".formatted(2 * VALUE + SECTOR + LISTED)));
    raise.cost(Map.of("bytes", entries));
    expand.cost(Map.of("bytes", edges));
    expandFused.cost(Map.of("bytes", edges, "latency", rounds));
    pack.cost(Map.of("bytes", entries));
  }
}
