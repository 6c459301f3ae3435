package org.grcuda.cli;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.grcuda.bench.AllocationBenchmark;
import org.grcuda.bench.ArrayBenchmark;
import org.grcuda.bench.LaunchBenchmark;

/** {@code grcuda bench NAME}: runs a benchmark, which prints both sides of its comparisons. */
final class BenchCommand implements Command {

  private record Benchmark(String name, Body body) {}

  @FunctionalInterface
  private interface Body {
    void run() throws IOException;
  }

  private static final List<Benchmark> BENCHMARKS =
      List.of(
          new Benchmark("arrays", ArrayBenchmark::run),
          new Benchmark("allocation", AllocationBenchmark::run),
          new Benchmark("launch", LaunchBenchmark::run));

  @Override
  public String name() {
    return "bench";
  }

  @Override
  public String synopsis() {
    return names("|");
  }

  @Override
  public String summary() {
    return "Measures what device arrays and launches cost, side by side in the host languages.";
  }

  @Override
  public int run(Arguments arguments) {
    List<String> operands = arguments.operands();
    try {
      benchmark(operands.size() == 1 ? operands.getFirst() : "").body.run();
    } catch (IOException e) {
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
