package org.grcuda.bench;

import java.lang.management.ManagementFactory;
import java.util.Map;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;

/**
 * Benchmark of the simulator: how many launches per second a simulated machine takes if nothing is
 * computed, and how much memory that needs. The same program on the null device shows what the
 * scheduler alone costs.
 */
public final class SimulationBenchmark {

  private static final int LAUNCHES = 400_000;
  private static final int WARM_UP = 400_000;
  private static final int SYNCHRONIZED = 1_000;

  private static final String SOURCE =
      """
      extern "C" __global__ void add(const float *x, float *y, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) y[i] += x[i];
      }
      """;

  private static final String ADD = "add(x: in pointer float, y: inout pointer float, n: sint32)";

  /**
   * A program on a simulated machine.
   *
   * @param elements elements of each array
   */
  private record Workload(String title, String topology, int arrays, int elements) {

    Map<String, String> simulated() {
      return Map.of("Backend", "sim", "Topology", topology, "SimCompute", "false");
    }
  }

  private static final Workload[] WORKLOADS = {
    new Workload("1 V100, 16 arrays of 1 MiB", "v100-1", 16, 1 << 18),
    new Workload("8 V100, 64 arrays of 1 MiB", "v100-8", 64, 1 << 18),
    new Workload("8 V100, 64 arrays of 1 GiB", "v100-8", 64, 1 << 28),
    new Workload("1 V100, 24 arrays of 1 GiB, which evict", "v100-1", 24, 1 << 28),
  };

  private SimulationBenchmark() {}

  /** Runs the benchmark and prints the results to standard output. */
  public static void run() {
    System.out.printf(
        "%,d launches of add(x, y) from Java, after as many to warm up, on neighbours of the arrays"
            + " in turn;%nsynchronized after each %,d%n%n%-42s %14s %14s %12s %10s%n",
        LAUNCHES, SYNCHRONIZED, "", "launches/s", "launches/s", "processor", "heap");
    System.out.printf(
        "%-42s %14s %14s %12s %10s%n", "", "of elapsed", "of processor", "per launch", "");
    measure("null device, 16 arrays of 1 MiB", Map.of("Backend", "null"), 16, 1 << 18);
    for (Workload workload : WORKLOADS) {
      measure(workload.title, workload.simulated(), workload.arrays, workload.elements);
    }
  }

  private static void measure(String title, Map<String, String> options, int count, int elements) {
    GrCuda.Builder builder =
        GrCuda.builder().option("DeviceSelectionPolicy", "minmax-transfer-time");
    options.forEach(builder::option);
    try (GrCuda cuda = builder.open()) {
      Kernel.Configuration add = cuda.buildKernel(SOURCE, ADD).forall(elements);
      FloatArray[] arrays = new FloatArray[count];
      for (int i = 0; i < count; i++) {
        arrays[i] = cuda.floatArray(elements);
      }
      launch(cuda, add, arrays, elements, WARM_UP);
      long elapsed = System.nanoTime();
      long processor = processorNanos();
      launch(cuda, add, arrays, elements, LAUNCHES);
      processor = processorNanos() - processor;
      elapsed = System.nanoTime() - elapsed;
      System.out.printf(
          "%-42s %,14.0f %,14.0f %9.2f us %7d MB%n",
          title,
          1e9 * LAUNCHES / elapsed,
          1e9 * LAUNCHES / processor,
          1e-3 * processor / LAUNCHES,
          heapBytes() >> 20);
    }
  }

  private static void launch(
      GrCuda cuda, Kernel.Configuration add, FloatArray[] arrays, int elements, int launches) {
    for (int i = 1; i <= launches; i++) {
      add.launch(arrays[i % arrays.length], arrays[(i + 1) % arrays.length], elements);
      if (i % SYNCHRONIZED == 0) {
        cuda.synchronize();
      }
    }
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long heapBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
