package org.grcuda.cli;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.grcuda.bench.AllocationBenchmark;
import org.grcuda.bench.ArrayBenchmark;
import org.grcuda.bench.LaunchBenchmark;
import org.grcuda.bench.OverlapBenchmark;
import org.grcuda.bench.SimulationBenchmark;
import org.grcuda.bench.TranslationBenchmark;
import org.grcuda.bench.cpu.CpuBenchmark;
import org.grcuda.bench.crossing.CrossingBenchmark;
import org.grcuda.bench.scheduling.ObservingBenchmark;
import org.grcuda.bench.scheduling.SchedulingBenchmark;
import org.grcuda.bench.suite.JavaProgram;
import org.grcuda.bench.suite.matrix.SuiteMatrix;
import org.grcuda.bench.waiting.WaitingBenchmark;

/** {@code grcuda bench NAME}: runs a benchmark, which prints both sides of its comparisons. */
final class BenchCommand implements Command {

  private record Benchmark(String name, Body body) {}

  @FunctionalInterface
  private interface Body {
    void run(List<String> arguments) throws IOException;
  }

  private static final List<Benchmark> BENCHMARKS =
      List.of(
          new Benchmark("arrays", alone(ArrayBenchmark::run)),
          new Benchmark("allocation", alone(AllocationBenchmark::run)),
          new Benchmark("launch", alone(LaunchBenchmark::run)),
          new Benchmark("overlap", alone(OverlapBenchmark::run)),
          new Benchmark("cpu", CpuBenchmark::run),
          new Benchmark("crossing", CrossingBenchmark::run),
          new Benchmark("scheduling", SchedulingBenchmark::run),
          new Benchmark("observing", alone(ObservingBenchmark::run)),
          new Benchmark("waiting", WaitingBenchmark::run),
          new Benchmark("simulation", alone(SimulationBenchmark::run)),
          new Benchmark("translation", TranslationBenchmark::run),
          new Benchmark("program", JavaProgram::main),
          new Benchmark("suite", BenchCommand::suite));

  @FunctionalInterface
  private interface Plain {
    void run() throws IOException;
  }

  /** A benchmark that takes no arguments. */
  private static Body alone(Plain benchmark) {
    return arguments -> {
      if (!arguments.isEmpty()) {
        throw new IllegalArgumentException("unexpected argument '" + arguments.getFirst() + "'");
      }
      benchmark.run();
    };
  }

  private static void suite(List<String> arguments) throws IOException {
    try (ProgressLine line = new ProgressLine("bench suite", System.err)) {
      SuiteMatrix.run(arguments, line::at);
    } catch (IllegalStateException e) {
      throw CommandFailure.failed("bench: " + e.getMessage(), null);
    }
  }

  @Override
  public String name() {
    return "bench";
  }

  @Override
  public String synopsis() {
    return "(" + names("|") + ") [ARGUMENTS]";
  }

  @Override
  public String summary() {
    return "Measures what device arrays, launches, scheduling and kernels cost, side by side with"
        + " others.";
  }

  @Override
  public int run(Arguments arguments) {
    List<String> operands = arguments.operands();
    try {
      Benchmark benchmark = benchmark(operands.isEmpty() ? "" : operands.getFirst());
      benchmark.body.run(operands.subList(1, operands.size()));
    } catch (IOException | IllegalArgumentException e) {
      throw CommandFailure.usage("bench: " + e.getMessage());
    }
    return 0;
  }

  private static Benchmark benchmark(String name) {
    return BENCHMARKS.stream()
        .filter(benchmark -> benchmark.name.equals(name))
        .findFirst()
        .orElseThrow(
            () -> CommandFailure.usage("bench: expected the name of a benchmark: " + names(", ")));
  }

  private static String names(String separator) {
    return BENCHMARKS.stream().map(Benchmark::name).collect(Collectors.joining(separator));
  }
}
