package org.grcuda.bench.reproduce.groute;

import org.grcuda.bench.reproduce.Machine;
import org.grcuda.worklist.Settings;

/**
 * How a small graph stands for a large one: devices and links are so many times slower, and packets
 * so many times smaller, while the host and the latencies stay. So one vertex takes the time of
 * many, and the host has as much to do for each packet, of which there are as many.
 */
final class StandIn {

  private static final String TOPOLOGY = "m60-8";

  /** From so large a share of its threads on, this machine's device reaches its full rates. */
  private static final double COMPUTE_SATURATION = 0.25;

  private static final double MEMORY_SATURATION = 0.5;

  /** With more near vertices, all blocks are faster than one, on this machine. */
  private static final int FUSED_LIMIT = 512;

  private static final int FUSED_ROUNDS = 8;

  private StandIn() {}

  /**
   * The machine.
   *
   * @param count for how many vertices each stands
   * @param variation further members, as of {@link Machine#variation}; may be empty
   */
  static Machine machine(int count, String variation) {
    return machine(count, 1, variation);
  }

  /** As the other, with kernels that take {@code kernels} times as long. */
  static Machine machine(int count, double kernels, String variation) {
    StringBuilder members = new StringBuilder();
    if (count > 1 || kernels != 1) {
      members.append(
          "\"scale\": {\"kernels\": %s, \"links\": %s}"
              .formatted((double) count * kernels, 1.0 / count));
      members.append(
          ", \"device\": {\"computeSaturation\": %s, \"memorySaturation\": %s}"
              .formatted(COMPUTE_SATURATION / count, MEMORY_SATURATION / count));
    }
    if (!variation.isEmpty()) {
      members.append(members.isEmpty() ? "" : ", ").append(variation);
    }
    return new Machine(TOPOLOGY, members.toString());
  }

  /** The settings of a worklist, for the machine. */
  static Settings settings(Settings settings, int count) {
    return settings
        .fused(FUSED_LIMIT / count, FUSED_ROUNDS)
        .packet(Math.max(1, settings.packet() / count));
  }
}
