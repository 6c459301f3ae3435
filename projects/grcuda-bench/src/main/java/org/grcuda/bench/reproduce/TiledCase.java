package org.grcuda.bench.reproduce;

/**
 * A problem in tiles on a simulated machine.
 *
 * @param machine the machine
 * @param devices how many devices of the machine are used, from the first on
 * @param workload the benchmark
 * @param tile elements along a side of a tile
 * @param count tiles along a side of the matrix
 * @param panels cost of the kernels other than products, as a multiple of the assumed cost
 */
record TiledCase(
    Machine machine, int devices, TiledWorkload workload, int tile, int count, double panels) {

  /** The topology of the machine of {@link #CORE_COUNT} cores. */
  static final String CORES = "xeon-disk";

  private static final int CORE_COUNT = 12;

  /** A problem with the assumed costs. */
  static TiledCase of(Machine machine, int devices, TiledWorkload workload, int tile, int count) {
    return new TiledCase(machine, devices, workload, tile, count, 1);
  }

  /** The same problem of another size. */
  TiledCase of(int otherCount) {
    return new TiledCase(machine, devices, workload, tile, otherCount, panels);
  }

  /** The same problem with another cost of the kernels other than products. */
  TiledCase withPanels(double otherPanels) {
    return new TiledCase(machine, devices, workload, tile, count, otherPanels);
  }

  /** Whether each kernel runs on one core, so that several run at once. */
  boolean isOnCores() {
    return machine.topology().equals(CORES);
  }

  /** How many kernels run at once, each as fast as alone. */
  int parallel() {
    return isOnCores() ? CORE_COUNT : devices;
  }

  /** Rows of the matrix. */
  int size() {
    return tile * count;
  }

  /** The size of all data, in GB. */
  double gigabytes() {
    return Float.BYTES * workload.elements(count, tile) / 1e9;
  }
}
