package org.grcuda.sim;

import org.grcuda.driver.Submission;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.sim.topology.DeviceModel;

/**
 * How long a launch takes, alone on its device: the roofline model (Williams, Waterman and
 * Patterson, "Roofline", CACM 52(4)), whose roofs are lower where few threads hide latencies.
 *
 * @param nanos how long
 * @param share of the device that it can use: of its threads, its arithmetic or its memory
 *     bandwidth, whichever is most
 * @param passes how often it goes through all that it accesses, at least 1
 */
record KernelModel(double nanos, double share, double passes) {

  static KernelModel of(QueuedCommand launch, DeviceModel device) {
    double occupancy = ((SimFunction) launch.function()).occupancy(launch.shape());
    double computeRoof = Math.min(1, occupancy / device.computeSaturation());
    double memoryRoof = Math.min(1, occupancy / device.memorySaturation());
    double arithmetic =
        known(launch.flops()) / device.flops() + known(launch.doubleFlops()) / device.doubleFlops();
    double once = onePass(launch);
    double bytes = Double.isNaN(launch.bytes()) ? once : launch.bytes();
    double memory = bytes / device.memoryBandwidth();
    double nanos = Math.max(arithmetic / computeRoof, memory / memoryRoof);
    double busiest = Math.max(arithmetic, memory) / Math.max(nanos, Double.MIN_NORMAL);
    return new KernelModel(
        nanos,
        Math.clamp(Math.max(occupancy, busiest), Double.MIN_NORMAL, 1),
        once == 0 ? 1 : Math.max(1, bytes / once));
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
