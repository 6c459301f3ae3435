package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.GrCuda;
import org.grcuda.KernelDurations;
import org.grcuda.bench.suite.ProgramResult;
import org.grcuda.bench.suite.SuiteFiles;
import org.grcuda.bench.suite.SuiteTable;
import org.grcuda.bench.suite.host.JavaProgram;

/**
 * Runs programs on tiles on simulated machines. Each program runs once, because it would take the
 * same time again. The scheduler knows the durations of kernels from a calibrating run of few
 * tiles, as the published scheduler does.
 */
final class TiledSimulator {

  private static final double NANOS = 1e9;
  private static final String PRODUCTS = "tile_(gemm|product)";

  /**
   * Limit of unfinished computations, so that all tasks of the largest problem may be unfinished.
   */
  private static final int MOST_TASKS = 1 << 18;

  /** The share of a device's memory that the memory manager takes by default. */
  private static final double POOL_SHARE = 0.9;

  private final Simulator simulator;
  private final SuiteFiles files = SuiteFiles.find();
  private final Map<String, TiledOutcome> outcomes = new HashMap<>();
  private final Map<TiledCase, Calibration> calibrations = new HashMap<>();

  TiledSimulator(Simulator simulator) {
    this.simulator = simulator;
  }

  /**
   * What a calibrating run has measured.
   *
   * @param history the file of durations
   * @param seconds what each kernel takes alone
   */
  private record Calibration(Path history, Map<String, Double> seconds) {}

  /** The results of a problem under a strategy. */
  TiledOutcome outcome(TiledCase problem, Strategy strategy) throws IOException {
    String key = problem + strategy.name();
    TiledOutcome known = outcomes.get(key);
    if (known == null) {
      try (GrCuda cuda = builder(problem, strategy).open()) {
        known = run(cuda, problem, strategy.host());
      }
      outcomes.put(key, known);
    }
    return known;
  }

  /** Runs a problem, and returns the file with its schedule as JSON. */
  Path recorded(TiledCase problem, Strategy strategy) throws IOException {
    Path file = simulator.newFile("schedule-" + strategy.name() + ".json");
    try (GrCuda cuda = builder(problem, strategy).option("ExportDAG", file.toString()).open()) {
      outcomes.put(problem + strategy.name(), run(cuda, problem, strategy.host()));
    }
    return file;
  }

  private TiledOutcome run(GrCuda cuda, TiledCase problem, String host) throws IOException {
    long start = System.nanoTime();
    ProgramResult result = run(cuda, problem, problem.count(), host);
    double elapsed = (System.nanoTime() - start) / NANOS;
    return TiledOutcome.of(result.medianSeconds(), cuda.devices(), elapsed);
  }

  private ProgramResult run(GrCuda cuda, TiledCase problem, int count, String host)
      throws IOException {
    SuiteTable table =
        files
            .table()
            .withCosts(
                name -> name.startsWith("tile_") && !name.matches(PRODUCTS), problem.panels());
    return JavaProgram.run(
        new JavaProgram.Session(cuda, host, files, table), arguments(problem, count));
  }

  private static List<String> arguments(TiledCase problem, int count) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                problem.workload().benchmark(),
                "--size=" + (long) count * problem.tile(),
                "--partitions=" + count,
                "--data=touch",
                "--warm-up=0",
                "--iterations=1"));
    if (problem.isOnCores()) {
      arguments.addAll(List.of("--blocks=1", "--block-size=256"));
    }
    return arguments;
  }

  private GrCuda.Builder builder(TiledCase problem, Strategy strategy) throws IOException {
    GrCuda.Builder builder =
        simulator
            .builder(problem.machine(), problem.devices())
            .option("MemoryManager", "replicated")
            .option("MaxUnfinished", "" + MOST_TASKS)
            .option("HistoryFile", durations(problem).toString());
    strategy.applyTo(builder);
    return builder;
  }

  /**
   * A copy of the file of durations from the calibrating run. A run needs its own copy, because it
   * adds its measurements to the file.
   */
  private Path durations(TiledCase problem) throws IOException {
    Path measured = calibration(problem).history();
    Path copy = measured.resolveSibling("copy-of-" + measured.getFileName());
    if (!Files.exists(copy)) {
      simulator.newFile(copy.getFileName().toString());
    }
    return Files.copy(measured, copy, StandardCopyOption.REPLACE_EXISTING);
  }

  /** The bounds of a problem. */
  TiledBounds bounds(TiledCase problem) throws IOException {
    return TiledBounds.of(
        problem,
        calibration(problem).seconds(),
        problem.parallel(),
        memory(problem),
        simulator.hostBandwidth(problem.machine(), problem.devices()));
  }

  /** Bytes that arrays may take on one device. */
  double memory(TiledCase problem) throws IOException {
    return POOL_SHARE * simulator.device(problem.machine()).memory();
  }

  /**
   * Makes the calibrating run unless its result is known. The host waits for each kernel, so that
   * no kernel shares its device. Other runs take the durations from its file.
   */
  private Calibration calibration(TiledCase problem) throws IOException {
    int count = problem.workload().calibrating(problem.count());
    TiledCase few =
        new TiledCase(
            problem.machine(), 1, problem.workload(), problem.tile(), count, problem.panels());
    Calibration known = calibrations.get(few);
    if (known == null) {
      Path file = simulator.newFile("history-" + calibrations.size());
      Map<String, Double> seconds = new HashMap<>();
      try (GrCuda cuda =
          simulator
              .builder(few.machine(), 1)
              .option("MemoryManager", "replicated")
              .option("ExecutionPolicy", "sync")
              .option("EnableComputationTimers", "true")
              .option("HistoryFile", file.toString())
              .open()) {
        run(cuda, few, count, JavaProgram.HOST);
        for (KernelDurations row : cuda.history()) {
          seconds.put(row.kernel(), row.min().toNanos() / NANOS);
        }
      }
      known = new Calibration(file, seconds);
      calibrations.put(few, known);
    }
    return known;
  }
}
