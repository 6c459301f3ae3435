package org.grcuda.bench.scheduling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;

/**
 * Benchmark of what it costs to time and to record launches. The Java API launches {@code k(x)} on
 * sixteen arrays in turn, on the null device. Contexts with and without timers and recording take
 * turns. Times and allocated bytes are medians over rounds.
 */
public final class ObservingBenchmark {

  private static final String SOURCE =
      "extern \"C\" __global__ void touch(float *x) { x[threadIdx.x] += 1; }";

  private static final int LAUNCHES = 10_000;
  private static final int WARM_UP_ROUNDS = 20;
  private static final int ROUNDS = 31;
  private static final int KEPT_ROUNDS = 10;
  private static final int ARRAYS = 16;
  private static final int ELEMENTS = 64;

  /** One way to observe, and its options as names and values in turn. */
  private record Way(String name, String... options) {}

  /** An open context that observes in one way, and its measurements. */
  private static final class Subject {

    private final Way way;
    private final GrCuda cuda;
    private final Kernel.Configuration touch;
    private final FloatArray[] arrays = new FloatArray[ARRAYS];
    private final long[] nanos = new long[ROUNDS];
    private final long[] allocated = new long[ROUNDS];
    private long kept;

    Subject(Way way) {
      this.way = way;
      GrCuda.Builder builder = GrCuda.builder().option("Backend", "null");
      for (int i = 0; i < way.options.length; i += 2) {
        builder.option(way.options[i], way.options[i + 1]);
      }
      cuda = builder.open();
      touch = cuda.buildKernel(SOURCE, "touch(x: inout pointer float)").grid(1).block(ELEMENTS);
      Arrays.setAll(arrays, i -> cuda.floatArray(ELEMENTS));
    }

    void launch() {
      for (int i = 0; i < LAUNCHES; i++) {
        touch.launch(arrays[i % ARRAYS]);
      }
      cuda.synchronize();
    }

    void measure(int round) {
      long before = Heap.allocatedByThisThread();
      long began = System.nanoTime();
      launch();
      nanos[round] = System.nanoTime() - began;
      allocated[round] = Heap.allocatedByThisThread() - before;
    }

    void measureKept() {
      long before = Heap.usedAfterCollection();
      for (int round = 0; round < KEPT_ROUNDS; round++) {
        launch();
      }
      kept = Heap.usedAfterCollection() - before;
    }

    void print() {
      System.out.printf(
          "%-36s %8.0f %12.0f %12.0f%n",
          way.name,
          median(nanos) / LAUNCHES,
          median(allocated) / LAUNCHES,
          (double) kept / KEPT_ROUNDS / LAUNCHES);
    }
  }

  private ObservingBenchmark() {}

  /** Runs the benchmark and prints the results to standard output. */
  public static void run() throws IOException {
    Path folder = Files.createTempDirectory("grcuda-observing");
    List<Subject> subjects = new ArrayList<>();
    try {
      for (Way way : ways(folder)) {
        subjects.add(new Subject(way));
      }
      for (int round = 0; round < WARM_UP_ROUNDS; round++) {
        subjects.forEach(Subject::launch);
      }
      for (int round = 0; round < ROUNDS; round++) {
        for (Subject subject : subjects) {
          subject.measure(round);
        }
      }
      subjects.forEach(Subject::measureKept);
      System.out.printf("%-36s %8s %12s %12s%n", "a launch", "ns", "bytes", "bytes kept");
      subjects.forEach(Subject::print);
    } finally {
      subjects.forEach(subject -> subject.cuda.close());
      delete(folder);
    }
  }

  private static List<Way> ways(Path folder) {
    return List.of(
        new Way("not observed"),
        new Way("sampled (HistoryFile)", "HistoryFile", folder.resolve("history").toString()),
        new Way("timed (EnableComputationTimers)", "EnableComputationTimers", "true"),
        new Way("recorded (ExportDAG=dag.dot)", "ExportDAG", folder.resolve("dag.dot").toString()),
        new Way("timed and recorded (ExportTrace)", "ExportTrace", folder.resolve("t").toString()));
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  private static double median(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
