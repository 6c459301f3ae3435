package org.grcuda.bench.reproduce;

import java.util.Map;

/**
 * Bounds on the schedules of a problem in tiles. No schedule does better.
 *
 * @param work seconds at full speed: those of all kernels, divided by the number of kernels that
 *     run at once
 * @param criticalPath seconds of the longest chain of kernels
 * @param compulsory bytes of all data, each of which is loaded at least once
 * @param loads bytes that must be loaded. If the data does not fit, this depends on the memory of
 *     one device
 * @param bandwidth bytes per second from the host to all devices together
 */
record TiledBounds(
    double work, double criticalPath, double compulsory, double loads, double bandwidth) {

  /**
   * Computes the bounds of a problem.
   *
   * @param seconds what each kernel takes alone
   * @param parallel how many kernels all devices run at once, each as fast as alone
   * @param memory bytes that arrays may take on one device
   */
  static TiledBounds of(
      TiledCase problem,
      Map<String, Double> seconds,
      int parallel,
      double memory,
      double bandwidth) {
    TiledWorkload workload = problem.workload();
    int count = problem.count();
    double compulsory = Float.BYTES * workload.elements(count, problem.tile());
    double loads = Float.BYTES * workload.loads(problem.size(), count, memory / Float.BYTES);
    return new TiledBounds(
        seconds(workload.kernels(count), seconds) / parallel,
        seconds(workload.longestChain(count), seconds),
        compulsory,
        compulsory <= problem.devices() * memory ? compulsory : Math.max(compulsory, loads),
        bandwidth);
  }

  private static double seconds(Map<String, Long> kernels, Map<String, Double> seconds) {
    return kernels.entrySet().stream()
        .mapToDouble(
            each -> each.getValue() == 0 ? 0 : each.getValue() * seconds.get(each.getKey()))
        .sum();
  }

  /** Bytes that the links to the host can carry while the devices compute at full speed. */
  double busLimit() {
    return work * bandwidth;
  }

  /** The least time of any schedule, in seconds. */
  double seconds() {
    return Math.max(work, Math.max(criticalPath, compulsory / bandwidth));
  }
}
