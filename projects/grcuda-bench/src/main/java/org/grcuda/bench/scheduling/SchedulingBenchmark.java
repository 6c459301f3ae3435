package org.grcuda.bench.scheduling;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.grcuda.bench.BenchmarkArguments;

/**
 * Benchmark of what a computation costs, from the typed Java API to the driver. The null device
 * completes nothing until everything is submitted. Building the arguments counts; making the arrays
 * does not.
 */
public final class SchedulingBenchmark {

  private static final int COMPUTATIONS = 500_000;
  private static final int WARM_UP = 1_000_000;
  private static final int WARM_UP_SAMPLE = 10_000;
  private static final int ROUNDS = 5;
  private static final int MOST_SAMPLES_OF_A_ROUND = 101;
  private static final int FOOTPRINT = 100_000;

  private final Settings settings;
  private final Report report;
  private String noStarPu;

  private SchedulingBenchmark(Settings settings) {
    this.settings = settings;
    this.report = settings.isJson() ? new JsonReport() : new TextReport();
  }

  /**
   * Runs the benchmark and prints the results to standard output.
   *
   * @throws IllegalArgumentException for an unknown argument, or a value that an argument does not
   *     take
   * @throws IOException if temporary files cannot be written
   */
  public static void run(BenchmarkArguments arguments) throws IOException {
    Settings settings = new Settings();
    if (!arguments.readInto(settings)) {
      return;
    }
    Heap.keepSize();
    if (settings.isLoop()) {
      LoopBenchmark.run(settings);
    } else {
      new SchedulingBenchmark(settings).run();
    }
  }

  private void run() throws IOException {
    try (StarPu starPu = starPu()) {
      for (Workload workload : settings.chosenWorkloads()) {
        report.begin(workload, settings.counts(workload));
        report.add(DriverLoop.measure(settings.counts(workload)));
        measure(starPu, workload);
        for (Machine machine : settings.machines()) {
          report.add(measure(workload, machine));
        }
        report.end();
      }
    }
    report.finish();
  }

  /**
   * Compiles the peer. Returns null if it is not installed, or in a quick run; its row then gives
   * the reason.
   */
  private StarPu starPu() throws IOException {
    if (settings.isQuick()) {
      noStarPu = "not compiled for a quick run";
      return null;
    }
    try {
      return StarPu.compile();
    } catch (StarPu.MissingException e) {
      noStarPu = "not installed (Debian: libstarpu-dev): " + e.getMessage();
      return null;
    }
  }

  private void measure(StarPu starPu, Workload workload) throws IOException {
    if (starPu == null) {
      report.missing("StarPU 1.3", noStarPu);
      return;
    }
    try {
      report.add(starPu.measure(workload, settings.counts(workload)));
    } catch (StarPu.MissingException e) {
      report.missing("StarPU 1.3", e.getMessage());
    }
  }

  private Result measure(Workload workload, Machine machine) {
    try (Rig rig =
        new Rig(
            machine,
            settings.isProcessorTime() ? Heap::processorTimeOfThisThread : System::nanoTime)) {
      int warmUp = settings.isQuick() ? WARM_UP_SAMPLE : WARM_UP;
      for (int done = 0; done < warmUp; done += WARM_UP_SAMPLE) {
        rig.sample(workload, WARM_UP_SAMPLE);
      }
      List<Result.Cost> costs = measure(rig, workload, settings.counts(workload));
      int most = costs.isEmpty() ? 0 : costs.getLast().count();
      Rig.Footprint footprint = rig.footprint(workload, Math.min(FOOTPRINT, most));
      return new Result(machine.toString(), costs, footprint);
    }
  }

  /**
   * Measures in rounds, each of all counts, so that a change over time is not taken for an effect
   * of the count.
   */
  private static List<Result.Cost> measure(Rig rig, Workload workload, int[] counts) {
    List<List<Rig.Sample>> taken = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      taken.add(new ArrayList<>());
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < counts.length; i++) {
        sample(rig, workload, counts[i], taken.get(i));
      }
    }
    return IntStream.range(0, counts.length).mapToObj(i -> cost(counts[i], taken.get(i))).toList();
  }

  private static void sample(Rig rig, Workload workload, int count, List<Rig.Sample> taken) {
    int samples = Math.clamp(COMPUTATIONS / count / ROUNDS, 1, MOST_SAMPLES_OF_A_ROUND);
    for (int i = 0; i < samples; i++) {
      taken.add(rig.sample(workload, count));
    }
  }

  private static Result.Cost cost(int count, List<Rig.Sample> taken) {
    return new Result.Cost(
        count,
        median(taken, Rig.Sample::submitNanos),
        median(taken, Rig.Sample::completeNanos),
        median(taken, Rig.Sample::allocatedBytes));
  }

  private static double median(List<Rig.Sample> samples, ToDoubleFunction<Rig.Sample> value) {
    double[] sorted = samples.stream().mapToDouble(value).toArray();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
