package org.grcuda.bench.reproduce.prema;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.DoubleArray;
import org.grcuda.Endpoint;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.sim.cluster.Cluster;
import org.grcuda.sim.cluster.Interconnect;

/**
 * Products of square matrices one after the other, each of other matrices, on a simulated machine
 * (section 4.1 of the publication). Two matrices go to the device, the third stays there.
 *
 * @param machine the machine of a process
 * @param n extent of the matrices
 * @param count number of products that are timed, by each process
 */
record Products(ProductMachine machine, int n, int count) {

  private static final int MATRICES = 3;

  /** Products before those that are timed. */
  private static final int WARM_UP = 8;

  /** The network is not used. */
  private static final Interconnect NETWORK = Interconnect.of(RankCluster.USUAL_NETWORK);

  /** Seconds for a product by our runtime. */
  double seconds(Optimization switched) {
    return seconds(switched, 1);
  }

  /** Seconds for a product if so many processes share the work, each with its own machine. */
  double seconds(Optimization switched, int processes) {
    ProductMachine own = switched.has(Optimization.PAGE_LOCKED) ? machine : machine.unlocked();
    return simulate(own, processes, driver -> scheduled(driver, switched)) / processes;
  }

  /** Seconds for a product by calls of CUDA one after the other, on the first device. */
  double plainSeconds() {
    return simulate(machine.unlocked().unscheduled(), 1, this::plain);
  }

  /** What a process does with its devices, which it closes; seconds for a product. */
  @FunctionalInterface
  private interface Program {
    double run(Driver driver);
  }

  private static double simulate(ProductMachine machine, int processes, Program program) {
    Cluster cluster = Cluster.open(processes, processes, machine.topology(), false, NETWORK);
    double[] seconds = new double[processes];
    try {
      cluster.run(rank -> seconds[rank] = program.run(cluster.driver(rank)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    // Nothing lies between the processes, so all take the same time.
    return seconds[0];
  }

  private double scheduled(Driver driver, Optimization switched) {
    boolean oneStream = !switched.has(Optimization.TRANSFER_STREAM);
    try (GrCuda cuda =
        GrCuda.builder()
            .option("MemoryManager", "replicated")
            .option("MaxStreamsPerDevice", "" + switched.streams())
            .driver(oneStream ? OneStream.of(driver) : driver)
            .open()) {
      Kernel kernel = ProductKernel.of(cuda);
      Device device = switched.has(Optimization.POOL) ? null : driver.device(0);
      multiply(cuda, kernel, driver, device, WARM_UP);
      return multiply(cuda, kernel, driver, device, count) / count;
    }
  }

  /**
   * Multiplies {@code times} pairs, and returns the seconds of all.
   *
   * @param device where each matrix gets an allocation of the driver; null if a pool has its memory
   */
  private double multiply(GrCuda cuda, Kernel kernel, Driver driver, Device device, int times) {
    List<DoubleArray> matrices = new ArrayList<>();
    List<Endpoint> places = cuda.endpoints(machine.devices());
    for (int i = 0; i < times; i++) {
      matrices.add(cuda.doubleArray(n, n));
      matrices.add(cuda.doubleArray(n, n));
      matrices.add(cuda.at(places.get(i % places.size())).doubleArray(n, n));
    }
    cuda.synchronize();
    long start = cuda.nanoTime();
    for (int i = 0; i < times; i++) {
      List<DoubleArray> those = matrices.subList(MATRICES * i, MATRICES * (i + 1));
      long[] memory = device == null ? new long[0] : allocate(device);
      ProductKernel.launch(kernel, those.get(0), those.get(1), those.get(2), n);
      for (long address : memory) {
        driver.free(address);
      }
    }
    cuda.synchronize();
    double seconds = (cuda.nanoTime() - start) * 1e-9;
    matrices.forEach(DoubleArray::close);
    return seconds;
  }

  private long bytes() {
    return (long) n * n * Double.BYTES;
  }

  private long[] allocate(Device device) {
    long[] memory = new long[MATRICES];
    for (int i = 0; i < MATRICES; i++) {
      memory[i] = device.allocate(bytes());
    }
    return memory;
  }

  private double plain(Driver driver) {
    try (driver) {
      PlainProducts program = new PlainProducts(driver, n);
      program.multiply(WARM_UP);
      long start = driver.hostNanos();
      program.multiply(count);
      return (driver.hostNanos() - start) * 1e-9 / count;
    }
  }
}
