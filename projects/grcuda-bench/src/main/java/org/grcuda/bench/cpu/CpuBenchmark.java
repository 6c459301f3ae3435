package org.grcuda.bench.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.grcuda.bench.BenchmarkArguments;

/**
 * Benchmark of kernels on the CPU backend, on PoCL and in C with OpenMP. All sides run the same
 * algorithms on the same data, in turn. The results of each side are compared with those of plain
 * Java.
 */
public final class CpuBenchmark {

  static final String SUBJECT = "grcuda";

  private static final double ROUNDS_NANOS = 4e9;
  private static final int FEWEST_ROUNDS = 5;
  private static final int MOST_ROUNDS = 31;

  private final CpuSettings settings;
  private final List<Side> sides = new ArrayList<>();
  private final Map<String, String> notes = new LinkedHashMap<>();

  private CpuBenchmark(CpuSettings settings) {
    this.settings = settings;
  }

  /**
   * Runs the benchmark and prints the results to standard output.
   *
   * @throws IllegalArgumentException for an unknown argument, or a value that an argument does not
   *     take
   * @throws IOException if temporary files cannot be written, or a peer fails
   */
  public static void run(BenchmarkArguments arguments) throws IOException {
    CpuSettings settings = new CpuSettings();
    if (!arguments.readInto(settings, settings.options())) {
      return;
    }
    Path folder = Files.createTempDirectory("grcuda-bench");
    try {
      if (settings.isFirst()) {
        new FirstLaunches(settings).run(arguments, folder);
      } else {
        new CpuBenchmark(settings).run(folder);
      }
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private void run(Path folder) throws IOException {
    sides.add(new GrCudaSide(SUBJECT, settings.options()));
    sides.addAll(Peer.open(settings, folder, notes));
    CpuReport report = settings.isJson() ? new JsonCpuReport() : new TextCpuReport(settings);
    report.begin(sides.stream().map(Side::name).toList());
    for (Entry entry : settings.entries()) {
      report.add(measure(entry));
    }
    report.finish(notes);
  }

  private Row measure(Entry entry) throws IOException {
    Problem problem = entry.maker().make(settings.isQuick());
    List<Side.Run> runs = new ArrayList<>();
    try {
      for (Side side : sides) {
        Side.Run run = side.prepare(entry.name(), problem);
        runs.add(run);
        notes.put(side.name(), run.version());
        warmUp(run, side.warmUpNanos());
        for (Expected expected : problem.expected()) {
          Object computed = expected.data().zeros();
          run.read(expected.data(), computed);
          expected.check(side.name(), entry.name(), computed);
        }
      }
      return compare(entry, problem, runs);
    } finally {
      for (Side.Run run : runs) {
        run.close();
      }
    }
  }

  /**
   * Runs at least twice and for about {@code nanos} nanoseconds, so that everything is compiled. A
   * quick benchmark runs only twice.
   */
  private void warmUp(Side.Run run, double nanos) throws IOException {
    double enough = settings.isQuick() ? 0 : nanos;
    double spent = 0;
    for (int count = 0; count < 2 || spent < enough; count++) {
      spent += run.measure().elapsedNanos();
    }
  }

  private Row compare(Entry entry, Problem problem, List<Side.Run> runs) throws IOException {
    List<List<Double>> samples = new ArrayList<>();
    runs.forEach(_ -> samples.add(new ArrayList<>()));
    double spent = 0;
    int rounds = 0;
    int fewest = settings.isQuick() ? 1 : FEWEST_ROUNDS;
    double enough = settings.isQuick() ? 0 : ROUNDS_NANOS;
    while (rounds < fewest || rounds < MOST_ROUNDS && spent < enough) {
      for (int i = 0; i < runs.size(); i++) {
        Side.Time time = runs.get(i).measure();
        spent += time.elapsedNanos();
        samples
            .get(i)
            .add(settings.isProcessorTime() ? time.processorNanos() : time.elapsedNanos());
      }
      rounds++;
    }
    Map<String, Double> millis = new LinkedHashMap<>();
    for (int i = 0; i < runs.size(); i++) {
      millis.put(sides.get(i).name(), median(samples.get(i)) / problem.repeats() / 1e6);
    }
    return new Row(entry, millis, rounds);
  }

  private static double median(List<Double> samples) {
    double[] sorted = samples.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
