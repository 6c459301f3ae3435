package org.grcuda.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;

/**
 * Benchmark of overlap on the CPU backend: whether independent work runs at the same time. It
 * compares kernels of equal length on two devices with the same kernels on one. It also compares
 * copies that run beside kernels with copies and kernels in turn. Each device has one thread. Each
 * figure is the median of several rounds, in which both sides take turns.
 */
public final class OverlapBenchmark {

  private static final int ROUNDS = 7;
  private static final int KERNELS = 8;
  private static final int THREADS = 1 << 12;
  private static final int STEPS = 3_000;

  /**
   * Elements that are copied for each kernel of the second part. The copy takes about as long as
   * the kernel.
   */
  private static final int ELEMENTS = 16 << 20;

  private static final String SOURCE =
      """
      extern "C" __global__ void work(float *x, int steps) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        float value = x[i];
        for (int step = 0; step < steps; step++) value = value * 0.5f + 1.0f;
        x[i] = value;
      }
      """;

  private static final String SIGNATURE = "work(x: inout pointer float, steps: sint32)";

  private OverlapBenchmark() {}

  /** Runs the benchmark and prints the results to standard output. */
  public static void run() {
    kernels();
    copies();
  }

  private static GrCuda open(int devices, String memory, String execution) {
    return GrCuda.builder()
        .option("Backend", "cpu")
        .option("CpuDevices", "" + devices)
        .option("CpuThreads", "1")
        .option("DeviceSelectionPolicy", devices == 1 ? "single-gpu" : "round-robin")
        .option("MemoryManager", memory)
        .option("ExecutionPolicy", execution)
        .open();
  }

  private static void kernels() {
    try (GrCuda one = open(1, "managed", "async");
        GrCuda two = open(2, "managed", "async")) {
      Program alone = new Program(one, THREADS);
      Program shared = new Program(two, THREADS);
      double[][] millis = measure(alone, shared);
      double ratio = median(millis[1]) / median(millis[0]);
      System.out.printf(
          "%d independent kernels of equal length, one thread a device, median of %d:%n"
              + "  1 device   %8.1f ms%n  2 devices  %8.1f ms   %.2f x (aim: at most 0.60)%n",
          KERNELS, ROUNDS, median(millis[0]), median(millis[1]), ratio);
    }
  }

  private static void copies() {
    try (GrCuda serial = open(1, "replicated", "sync");
        GrCuda parallel = open(1, "replicated", "async")) {
      Program inTurn = new Program(serial, ELEMENTS);
      Program overlapped = new Program(parallel, ELEMENTS);
      double[][] millis = measure(inTurn, overlapped);
      System.out.printf(
          "%d kernels, each on %d MB that the host has just written, one device, one thread:%n"
              + "  copies and kernels in turn  %8.1f ms%n"
              + "  copies beside kernels       %8.1f ms   %.2f x%n",
          KERNELS,
          ELEMENTS * Float.BYTES >> 20,
          median(millis[0]),
          median(millis[1]),
          median(millis[1]) / median(millis[0]));
    }
  }

  /** The times of each program, in milliseconds. */
  private static double[][] measure(Program... programs) {
    double[][] millis = new double[programs.length][ROUNDS];
    for (int round = -1; round < ROUNDS; round++) {
      for (int i = 0; i < programs.length; i++) {
        double took = programs[i].run();
        if (round >= 0) {
          millis[i][round] = took;
        }
      }
    }
    return millis;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Launches a kernel on each of several arrays, which the host has touched before. */
  private static final class Program {

    private final GrCuda cuda;
    private final Kernel work;
    private final List<FloatArray> arrays = new ArrayList<>();

    Program(GrCuda cuda, int elements) {
      this.cuda = cuda;
      this.work = cuda.buildKernel(SOURCE, SIGNATURE);
      for (int i = 0; i < KERNELS; i++) {
        arrays.add(cuda.floatArray(elements));
      }
    }

    double run() {
      for (FloatArray array : arrays) {
        array.set(0, 1);
      }
      long start = System.nanoTime();
      for (FloatArray array : arrays) {
        work.grid(THREADS / 64).block(64).launch(array, STEPS);
      }
      cuda.synchronize();
      return (System.nanoTime() - start) / 1e6;
    }
  }
}
