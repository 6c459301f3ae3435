package org.grcuda.sim;

import org.grcuda.driver.BlockCounts;
import org.grcuda.driver.Submission;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.sim.topology.DeviceModel;

/**
 * How long a launch takes, alone on its device: the roofline model (Williams, Waterman and
 * Patterson, "Roofline", CACM 52(4)), with lower roofs if only few threads hide latencies.
 *
 * @param nanos how long
 * @param share of the device that it can use: of its threads, its arithmetic or its memory
 *     bandwidth, whichever is most
 * @param passes how often it goes through all the memory that it accesses, at least 1
 */
record KernelModel(double nanos, double share, double passes) {

  /**
   * The launch's model.
   *
   * @param counts what its blocks do, counted for at least one block; null if that is declared or
   *     not known
   * @param growths what it costs besides, when it has been executed; null for nothing
   */
  static KernelModel of(
      QueuedCommand launch, DeviceModel device, BlockCounts counts, Growths growths) {
    double occupancy = ((SimFunction) launch.function()).occupancy(launch.shape());
    double computeRoof = Math.min(1, occupancy / device.computeSaturation());
    double memoryRoof = Math.min(1, occupancy / device.memorySaturation());
    double flops = known(launch.flops());
    double doubleFlops = known(launch.doubleFlops());
    double once = onePass(launch);
    double bytes = Double.isNaN(launch.bytes()) ? once : launch.bytes();
    if (counts != null) {
      long blocks = launch.shape().blocks();
      flops = blocks * counts.flops();
      doubleFlops = blocks * counts.doubleFlops();
      // Repeated loads come from caches; parts of its arguments that it does not touch cost
      // nothing.
      bytes = once == 0 ? blocks * counts.bytes() : Math.min(once, blocks * counts.bytes());
    }
    double latency = launch.latency();
    if (growths != null) {
      flops += growths.cost(0);
      doubleFlops += growths.cost(1);
      bytes += growths.cost(2);
      latency += growths.cost(3);
    }
    double arithmetic = flops / device.flops() + doubleFlops / device.doubleFlops();
    double memory = bytes / device.memoryBandwidth();
    double nanos = latency + Math.max(arithmetic / computeRoof, memory / memoryRoof);
    double busiest = Math.max(arithmetic, memory) / Math.max(nanos, Double.MIN_NORMAL);
    return new KernelModel(
        nanos,
        Math.clamp(Math.max(occupancy, busiest), Double.MIN_NORMAL, 1),
        once == 0 ? 1 : Math.max(1, bytes / once));
  }

  /** Whether the launch declares no cost. */
  static boolean isUndeclared(QueuedCommand launch) {
    return Double.isNaN(launch.flops())
        && Double.isNaN(launch.doubleFlops())
        && Double.isNaN(launch.bytes());
  }

  private static double known(double flops) {
    return Double.isNaN(flops) ? 0 : flops;
  }

  /** Bytes of one pass: each access once for reading and once for writing. */
  private static double onePass(QueuedCommand launch) {
    double bytes = 0;
    for (int i = 0; i < launch.accessCount(); i++) {
      long mode = launch.access(i, 2);
      int directions =
          ((mode & Submission.READS) != 0 ? 1 : 0) + ((mode & Submission.WRITES) != 0 ? 1 : 0);
      bytes += (double) directions * launch.access(i, 1);
    }
    return bytes;
  }
}
