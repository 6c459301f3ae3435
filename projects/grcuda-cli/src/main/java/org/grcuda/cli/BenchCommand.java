package org.grcuda.cli;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.grcuda.bench.AllocationBenchmark;
import org.grcuda.bench.ArrayBenchmark;
import org.grcuda.bench.BenchmarkArguments;
import org.grcuda.bench.CompilationBenchmark;
import org.grcuda.bench.LaunchBenchmark;
import org.grcuda.bench.OverlapBenchmark;
import org.grcuda.bench.SimulationBenchmark;
import org.grcuda.bench.TranslationBenchmark;
import org.grcuda.bench.cpu.CpuBenchmark;
import org.grcuda.bench.crossing.CrossingBenchmark;
import org.grcuda.bench.devicewide.DeviceWideBenchmark;
import org.grcuda.bench.graph.GraphBenchmark;
import org.grcuda.bench.messages.MessagesBenchmark;
import org.grcuda.bench.scheduling.ObservingBenchmark;
import org.grcuda.bench.scheduling.PullBenchmark;
import org.grcuda.bench.scheduling.RoutingBenchmark;
import org.grcuda.bench.scheduling.SchedulingBenchmark;
import org.grcuda.bench.suite.host.JavaProgram;
import org.grcuda.bench.suite.matrix.SuiteMatrix;
import org.grcuda.bench.waiting.WaitingBenchmark;

/** {@code grcuda bench NAME}: runs a benchmark, which prints both sides of its comparisons. */
final class BenchCommand implements Command {

  private record Benchmark(String name, String what, Body body) {}

  @FunctionalInterface
  private interface Body {
    void run(BenchmarkArguments arguments) throws IOException;
  }

  private static final List<Benchmark> BENCHMARKS =
      List.of(
          new Benchmark(
              "arrays",
              "Element access and copies of device arrays in JavaScript and Python, beside the"
                  + " host's own arrays.",
              alone(ArrayBenchmark::run)),
          new Benchmark(
              "allocation",
              "A million small arrays, each dropped as soon as it was made: what one costs.",
              alone(AllocationBenchmark::run)),
          new Benchmark(
              "launch",
              "What a launch costs the host in Java, JavaScript and Python.",
              alone(LaunchBenchmark::run)),
          new Benchmark(
              "overlap",
              "Independent kernels on one and on two devices.",
              alone(OverlapBenchmark::run)),
          new Benchmark(
              "cpu",
              "Kernels on the CPU backend, on PoCL and in C with OpenMP.",
              CpuBenchmark::run),
          new Benchmark(
              "devicewide",
              "Sorts, scans and sums by CU.CUB, beside NumPy.",
              DeviceWideBenchmark::run),
          new Benchmark(
              "crossing",
              "What a submission to the CUDA driver costs: C, JNI, java.lang.foreign, JNA.",
              CrossingBenchmark::run),
          new Benchmark(
              "scheduling",
              "What scheduling a computation costs, beside StarPU and a plain loop.",
              SchedulingBenchmark::run),
          new Benchmark(
              "pull",
              "What a decision of pull scheduling costs, by the number of ready computations.",
              alone(PullBenchmark::run)),
          new Benchmark(
              "routing",
              "What a packet of a router costs the host, beside a copy between arrays.",
              alone(RoutingBenchmark::run)),
          new Benchmark(
              "graph",
              "Graph algorithms over devices, beside bulk-synchronous ones and C with OpenMP.",
              GraphBenchmark::run),
          new Benchmark(
              "messages",
              "What a message between two processes costs, beside MPI in C.",
              MessagesBenchmark::run),
          new Benchmark(
              "observing",
              "What timers, histories and exports cost a computation.",
              alone(ObservingBenchmark::run)),
          new Benchmark(
              "waiting",
              "Latency and processor time of the policies of waiting, on idle and on contended"
                  + " cores.",
              WaitingBenchmark::run),
          new Benchmark(
              "simulation",
              "How many launches a second are simulated.",
              alone(SimulationBenchmark::run)),
          new Benchmark(
              "translation",
              "What translating PTX costs the CPU backend, the first time and later.",
              TranslationBenchmark::run),
          new Benchmark(
              "compilation",
              "What compiling CUDA C++ costs, with and without precompiled headers.",
              CompilationBenchmark::run),
          new Benchmark("program", "One benchmark of the suite, in Java.", JavaProgram::main),
          new Benchmark(
              "suite",
              "A matrix of the suite's benchmarks, languages, devices and policies; goes on where"
                  + " it was interrupted.",
              BenchCommand::suite));

  @FunctionalInterface
  private interface Plain {
    void run() throws IOException;
  }

  /** A benchmark that takes no arguments. */
  private static Body alone(Plain benchmark) {
    return arguments -> {
      if (arguments.readNone()) {
        benchmark.run();
      }
    };
  }

  private static void suite(BenchmarkArguments arguments) throws IOException {
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
    return "NAME [ARGUMENTS]";
  }

  @Override
  public String summary() {
    return "Measures what device arrays, launches, scheduling and kernels cost, side by side with"
        + " others.";
  }

  @Override
  public String details() {
    return BENCHMARKS.stream()
        .map(benchmark -> "%n  %-12s %s".formatted(benchmark.name, benchmark.what))
        .collect(
            Collectors.joining(
                "", "", "%n%ngrcuda bench NAME --help lists its arguments.%n".formatted()));
  }

  @Override
  public boolean takesLanguageOptions() {
    return false;
  }

  @Override
  public int run(Arguments commandLine) {
    List<String> operands = commandLine.operands();
    try {
      Benchmark benchmark = benchmark(operands.isEmpty() ? "" : operands.getFirst());
      benchmark.body.run(
          new BenchmarkArguments(
              "grcuda bench " + benchmark.name,
              benchmark.what,
              operands.subList(1, operands.size())));
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
            () -> CommandFailure.usage("bench: expected the name of a benchmark: " + names()));
  }

  private static String names() {
    return BENCHMARKS.stream().map(Benchmark::name).collect(Collectors.joining(", "));
  }
}
