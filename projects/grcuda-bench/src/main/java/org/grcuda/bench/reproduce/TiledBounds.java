package org.grcuda.bench.reproduce;

import java.util.Map;

/**
 * What no schedule of a problem in tiles can do better.
 *
 * @param work seconds of all kernels over the number of devices: full speed
 * @param criticalPath seconds of the longest chain of kernels
 * @param compulsory bytes that are loaded at least once
 * @param loads bytes that must be loaded: where not all fits, by the memory of one device
 * @param bandwidth bytes per second that all devices get from the host together
 */
record TiledBounds(
    double work, double criticalPath, double compulsory, double loads, double bandwidth) {

  /**
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

  /** Bytes that fit through the links to the host while devices compute at full speed. */
  double busLimit() {
    return work * bandwidth;
  }

  /** No schedule is faster. */
  double seconds() {
    return Math.max(work, Math.max(criticalPath, compulsory / bandwidth));
  }
}
