package org.grcuda.bench.reproduce;

/**
 * A problem in tiles on a simulated machine.
 *
 * @param machine where
 * @param devices how many of its devices are used, the first
 * @param workload what
 * @param tile elements along a side of a tile
 * @param count tiles along a side of the matrix
 * @param panels what the kernels that are no products cost, as a multiple of what is assumed
 */
record TiledCase(
    Machine machine, int devices, TiledWorkload workload, int tile, int count, double panels) {

  /** The machine of cores, and how many there are. */
  static final String CORES = "xeon-disk";

  private static final int CORE_COUNT = 12;

  /** With the costs that are assumed. */
  static TiledCase of(Machine machine, int devices, TiledWorkload workload, int tile, int count) {
    return new TiledCase(machine, devices, workload, tile, count, 1);
  }

  /** Of another size. */
  TiledCase of(int otherCount) {
    return new TiledCase(machine, devices, workload, tile, otherCount, panels);
  }

  /** With other costs of the kernels that are no products. */
  TiledCase withPanels(double otherPanels) {
    return new TiledCase(machine, devices, workload, tile, count, otherPanels);
  }

  /** Whether kernels run on a core each, and several at once. */
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

  /** GB of all that is there. */
  double gigabytes() {
    return Float.BYTES * workload.elements(count, tile) / 1e9;
  }
}
