package org.grcuda.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;

/**
 * Benchmark of launches on the null device, which computes nothing. It times the same launch from
 * the typed Java API, from compiled JavaScript and from compiled Python, in turn in one process.
 */
public final class LaunchBenchmark {

  private static final int LAUNCHES = 10_000;
  private static final int ROUNDS = 101;
  private static final long WARM_UP_NANOS = 2_000_000_000L;
  private static final int ELEMENTS = 1024;

  private static final String SOURCE =
      """
      extern "C" __global__ void touch(float *x) { x[threadIdx.x] += 1; }

      extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) z[i] = x[i] + y[i];
      }
      """;

  private static final String TOUCH = "touch(x: inout pointer float)";
  private static final String ADD =
      "add(x: in pointer float, y: in pointer float, z: out pointer float, n: sint32)";

  /** The workloads, in the order in which every host language returns its loops. */
  private static final List<String> WORKLOADS =
      List.of(
          "k(x), configured once",
          "k(x), configured in the loop",
          "k(x, y, z, n), configured once",
          "k(x, y, z, n), configured in the loop");

  private LaunchBenchmark() {}

  /** Runs the benchmark and prints the results to standard output. */
  public static void run() throws IOException {
    try (GrCuda cuda = GrCuda.builder().option("Backend", "null").open();
        Context context =
            Context.newBuilder()
                .allowAllAccess(true)
                .option("grcuda.Backend", "null")
                .option("python.WarnExperimentalFeatures", "false")
                .build()) {
      Map<String, List<IntConsumer>> hosts = new LinkedHashMap<>();
      hosts.put("Java", java(cuda));
      hosts.put("JavaScript", guest(context, "js", "launches.js"));
      hosts.put("Python", guest(context, "python", "launches.py"));
      System.out.printf(
          "a launch on the null device, ns: median of %d rounds of %,d launches%n",
          ROUNDS, LAUNCHES);
      System.out.printf("%-40s %9s", "", "Java");
      hosts.keySet().stream().skip(1).forEach(host -> System.out.printf(" %11s %16s", host, ""));
      System.out.println();
      for (int workload = 0; workload < WORKLOADS.size(); workload++) {
        compare(workload, hosts);
      }
    }
    HostFunctionCost.print();
  }

  private static List<IntConsumer> java(GrCuda cuda) {
    FloatArray x = cuda.floatArray(ELEMENTS);
    FloatArray y = cuda.floatArray(ELEMENTS);
    FloatArray z = cuda.floatArray(ELEMENTS);
    Kernel touch = cuda.buildKernel(SOURCE, TOUCH);
    Kernel add = cuda.buildKernel(SOURCE, ADD);
    Kernel.Configuration touchOnce = touch.grid(4).block(256);
    Kernel.Configuration addOnce = add.grid(4).block(256);
    return List.of(
        launches -> {
          for (int i = 0; i < launches; i++) {
            touchOnce.launch(x);
          }
        },
        launches -> {
          for (int i = 0; i < launches; i++) {
            touch.grid(4).block(256).launch(x);
          }
        },
        launches -> {
          for (int i = 0; i < launches; i++) {
            addOnce.launch(x, y, z, ELEMENTS);
          }
        },
        launches -> {
          for (int i = 0; i < launches; i++) {
            add.grid(4).block(256).launch(x, y, z, ELEMENTS);
          }
        });
  }

  /** Returns the loops of a script. The script evaluates to a function that makes them. */
  private static List<IntConsumer> guest(Context context, String language, String name)
      throws IOException {
    var url = LaunchBenchmark.class.getResource(name);
    Value loops =
        context
            .eval(Source.newBuilder(language, url).build())
            .execute(SOURCE, TOUCH, ADD, ELEMENTS);
    List<IntConsumer> consumers = new ArrayList<>();
    for (long i = 0; i < loops.getArraySize(); i++) {
      consumers.add(loops.getArrayElement(i)::executeVoid);
    }
    return consumers;
  }

  private static void compare(int workload, Map<String, List<IntConsumer>> hosts) {
    List<IntConsumer> loops = hosts.values().stream().map(all -> all.get(workload)).toList();
    for (IntConsumer loop : loops) {
      long start = System.nanoTime();
      while (System.nanoTime() - start < WARM_UP_NANOS) {
        loop.accept(LAUNCHES);
      }
    }
    double[][] nanos = new double[loops.size()][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      for (int host = 0; host < nanos.length; host++) {
        long start = System.nanoTime();
        loops.get(host).accept(LAUNCHES);
        nanos[host][round] = (double) (System.nanoTime() - start) / LAUNCHES;
      }
    }
    double base = median(nanos[0]);
    System.out.printf("%-40s %9.0f", WORKLOADS.get(workload), base);
    for (int host = 1; host < nanos.length; host++) {
      double median = median(nanos[host]);
      System.out.printf(" %11.0f (%+6.0f, %4.2f x)", median, median - base, median / base);
    }
    System.out.println();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
