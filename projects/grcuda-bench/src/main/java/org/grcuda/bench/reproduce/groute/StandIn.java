package org.grcuda.bench.reproduce.groute;

import java.io.IOException;
import org.grcuda.GrCuda;
import org.grcuda.bench.reproduce.Machine;
import org.grcuda.bench.reproduce.Simulator;
import org.grcuda.worklist.Settings;

/**
 * How a small graph stands for a large one: devices and links are so many times slower, and packets
 * so many times smaller, while the host and the latencies stay. So one vertex takes the time of
 * many, and the host has as much to do for each packet, of which there are as many.
 *
 * @param count for how many vertices each stands
 * @param kernels how many times as long kernels take besides
 * @param links how many times as fast links are besides
 * @param device members of the device that differ; may be empty
 * @param host members of the host that differ; may be empty
 */
record StandIn(int count, double kernels, double links, String device, String host) {

  private static final String TOPOLOGY = "m60-8";

  /** From so large a share of its threads on, this machine's device reaches its full rates. */
  private static final double COMPUTE_SATURATION = 0.25;

  private static final double MEMORY_SATURATION = 0.5;

  /** With more near vertices, all blocks are faster than one, on this machine. */
  private static final int FUSED_LIMIT = 512;

  private static final int FUSED_ROUNDS = 8;

  /** The machine as it is, with a graph whose vertices stand for {@code count} each. */
  static StandIn of(int count) {
    return new StandIn(count, 1, 1, "", "");
  }

  /** With kernels that take so many times as long. */
  StandIn kernels(double factor) {
    return new StandIn(count, factor, links, device, host);
  }

  /** With links that are so many times as fast. */
  StandIn links(double factor) {
    return new StandIn(count, kernels, factor, device, host);
  }

  /** With other figures of the device. */
  StandIn device(String members) {
    return new StandIn(count, kernels, links, members, host);
  }

  /** With other figures of the host. */
  StandIn host(String members) {
    return new StandIn(count, kernels, links, device, members);
  }

  /** The machine. */
  Machine machine() {
    String scale =
        "\"scale\": {\"kernels\": %s, \"links\": %s}".formatted(count * kernels, links / count);
    String slower =
        "\"computeSaturation\": %s, \"memorySaturation\": %s"
            .formatted(COMPUTE_SATURATION / count, MEMORY_SATURATION / count);
    return new Machine(
        TOPOLOGY,
        "%s, \"device\": {%s%s}, \"host\": {%s}"
            .formatted(scale, slower, device.isEmpty() ? "" : ", " + device, host));
  }

  /**
   * The builder of a context on the first devices of the machine, which really computes: one
   * thread, so that a run that is repeated takes the same time.
   */
  static GrCuda.Builder builder(Simulator simulator, Machine machine, int devices)
      throws IOException {
    return simulator
        .builder(machine, devices)
        .option("SimCompute", "true")
        .option("CpuThreads", "1");
  }

  /** The settings of a worklist, for the machine. */
  Settings settings(Settings settings) {
    return settings
        .fused(FUSED_LIMIT / count, FUSED_ROUNDS)
        .packet(Math.max(1, settings.packet() / count));
  }
}
