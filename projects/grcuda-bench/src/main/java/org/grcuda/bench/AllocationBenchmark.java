package org.grcuda.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;

/**
 * Benchmark of allocation: makes a million small arrays and drops each one at once. It prints the
 * time per array, the slowest batch of arrays, and the memory at its peak and afterwards. It runs
 * on the CPU backend from Java, JavaScript and Python, with and without a launch on each array.
 */
public final class AllocationBenchmark {

  private static final int ARRAYS = 1_000_000;
  private static final int BATCH = 1_000;
  private static final int ELEMENTS = 100;
  private static final long PAUSE_MILLIS = 200;
  private static final int SETTLED = 4;

  private static final String SOURCE =
      """
      extern "C" __global__ void touch(float *x, int n) {
        if (threadIdx.x < n) x[threadIdx.x] = 1;
      }
      """;

  private static final String TOUCH = "touch(x: out pointer float, n: sint32)";

  private static final List<String> WORKLOADS = List.of("created", "created, launched on");

  private AllocationBenchmark() {}

  /** Runs the benchmark and prints the results to standard output. */
  public static void run() throws IOException {
    System.out.printf(
        "%,d arrays of %d floats, each dropped at once, after as many to warm up%n",
        ARRAYS, ELEMENTS);
    System.out.printf(
        "%-36s %12s %22s %12s %12s %12s%n",
        "", "an array", "slowest " + BATCH + " arrays", "most memory", "afterwards", "heap");
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open();
        Context context =
            Context.newBuilder()
                .allowAllAccess(true)
                .option("grcuda.Backend", "cpu")
                .option("python.WarnExperimentalFeatures", "false")
                .build()) {
      Map<String, List<IntConsumer>> hosts = new LinkedHashMap<>();
      hosts.put("Java", java(cuda));
      hosts.put("JavaScript", guest(context, "js", "allocations.js"));
      hosts.put("Python", guest(context, "python", "allocations.py"));
      for (int workload = 0; workload < WORKLOADS.size(); workload++) {
        for (Map.Entry<String, List<IntConsumer>> host : hosts.entrySet()) {
          IntConsumer loop = host.getValue().get(workload);
          churn(loop);
          System.out.printf(
              "%-36s %s%n", host.getKey() + ", " + WORKLOADS.get(workload), churn(loop));
        }
      }
    }
  }

  private static List<IntConsumer> java(GrCuda cuda) {
    Kernel.Configuration touch = cuda.buildKernel(SOURCE, TOUCH).grid(1).block(128);
    return List.of(
        arrays -> {
          for (int i = 0; i < arrays; i++) {
            cuda.floatArray(ELEMENTS);
          }
        },
        arrays -> {
          for (int i = 0; i < arrays; i++) {
            touch.launch(cuda.floatArray(ELEMENTS), ELEMENTS);
          }
        });
  }

  /** Returns the loops of a script. The script evaluates to a function that makes them. */
  private static List<IntConsumer> guest(Context context, String language, String name)
      throws IOException {
    var url = AllocationBenchmark.class.getResource(name);
    Value loops =
        context.eval(Source.newBuilder(language, url).build()).execute(SOURCE, TOUCH, ELEMENTS);
    List<IntConsumer> consumers = new ArrayList<>();
    for (long i = 0; i < loops.getArraySize(); i++) {
      consumers.add(loops.getArrayElement(i)::executeVoid);
    }
    return consumers;
  }

  private static String churn(IntConsumer loop) throws IOException {
    long slowest = 0;
    long most = 0;
    long start = System.nanoTime();
    for (int made = 0; made < ARRAYS; made += BATCH) {
      long began = System.nanoTime();
      loop.accept(BATCH);
      slowest = Math.max(slowest, System.nanoTime() - began);
      most = Math.max(most, residentBytes());
    }
    double microseconds = (System.nanoTime() - start) / 1e3 / ARRAYS;
    settle();
    return "%9.2f us %19.1f ms %9d MB %9d MB %9d MB"
        .formatted(
            microseconds, slowest / 1e6, most >> 20, residentBytes() >> 20, heapBytes() >> 20);
  }

  /**
   * Collects garbage until {@link #SETTLED} collections in a row no longer shrink the heap by more
   * than 1 MiB.
   */
  private static void settle() {
    try {
      long least = Long.MAX_VALUE;
      int since = 0;
      while (since < SETTLED) {
        System.gc();
        Thread.sleep(PAUSE_MILLIS);
        boolean less = heapBytes() < least - (1 << 20);
        least = Math.min(least, heapBytes());
        since = less ? 0 : since + 1;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long heapBytes() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** Resident memory of this process in bytes, for pages of 4 KiB. */
  private static long residentBytes() throws IOException {
    String pages = Files.readString(Path.of("/proc/self/statm")).split(" ")[1];
    return Long.parseLong(pages) << 12;
  }
}
