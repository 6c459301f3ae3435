package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.GrCuda;
import org.grcuda.bench.suite.SuiteFiles;
import org.grcuda.bench.suite.host.JavaProgram;

/**
 * The figure of the policy {@code auto} beside others, for arrays smaller and larger than the
 * memory of the devices.
 */
final class OutOfCoreAuto implements Figure {

  /** GiB of each device: small, so that a run takes little time. */
  private static final int MEMORY = 1;

  private static final double POOL = 0.9 * MEMORY * (1L << 30);
  private static final List<Integer> DEVICES = List.of(1, 4);
  private static final List<Double> SHARES = List.of(0.5, 0.75, 1.0, 1.5, 2.0, 3.0);
  private static final List<String> POLICIES =
      List.of("auto", "lookahead", "minmax-transfer-time", "darts", "dmdas");

  /** Parts of each array, or tiles along a side: each kernel's data fits into a device. */
  private static final int PARTS = 64;

  private static final int TILES = 24;

  /**
   * A benchmark of the suite.
   *
   * @param bytes of all arrays for an element of a vector, or of a matrix
   * @param isMatrix whether the size is a side of a matrix
   */
  private record Program(
      String label, String benchmark, int parts, double bytes, boolean isMatrix, int iterations) {

    static Program of(Workload workload, double bytes, boolean isMatrix) {
      return new Program(workload.label(), workload.benchmark(), PARTS, bytes, isMatrix, 3);
    }

    static Program of(TiledWorkload workload, int parts, double bytes) {
      return new Program(workload.label(), workload.benchmark(), parts, bytes, true, 1);
    }

    /** The size whose arrays take {@code all}: a multiple of the parts. */
    long size(double all) {
      double elements = all / bytes;
      return (long) ((isMatrix ? Math.sqrt(elements) : elements) / parts) * parts;
    }
  }

  private static final List<Program> PROGRAMS =
      List.of(
          Program.of(Workload.VEC, 16, false),
          Program.of(Workload.BLACK_SCHOLES, 16, false),
          Program.of(Workload.MACHINE_LEARNING, 1696, false),
          Program.of(Workload.CONJUGATE_GRADIENTS, 4, true),
          Program.of(Workload.MATRIX_VECTOR, 4, true),
          Program.of(TiledWorkload.LU, TILES, 4),
          Program.of(TiledWorkload.CHOLESKY, 32, 2),
          Program.of(TiledWorkload.MATMUL_2D, TILES, 12),
          Program.of(TiledWorkload.MATMUL_3D, 16, 12));

  private final SuiteFiles files = SuiteFiles.find();

  @Override
  public String name() {
    return Group.OUT_OF_CORE + "-auto";
  }

  @Override
  public int steps(ReproductionSettings settings) {
    return DEVICES.size() * PROGRAMS.size() * SHARES.size();
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "The policy auto, within memory and beyond");
    List<Strategy> strategies = experiment.settings().strategies(POLICIES);
    for (int devices : DEVICES) {
      report.tables().add(table(experiment, devices, strategies));
    }
    report.note(
        "Simulated milliseconds of an iteration with MemoryManager=replicated, on V100 with "
            + MEMORY
            + " GiB each. Share: bytes of arrays over what all devices have room for.");
    return report;
  }

  private Table table(Experiment experiment, int devices, List<Strategy> strategies)
      throws IOException {
    List<String> columns = new ArrayList<>(List.of("benchmark", "share"));
    strategies.forEach(strategy -> columns.add(strategy.name()));
    columns.add("auto / best");
    Table table = Table.of("Milliseconds, " + OutOfCoreMachine.V100.label(devices), columns);
    for (Program program : PROGRAMS) {
      for (double share : SHARES) {
        Map<String, Double> millis = new LinkedHashMap<>();
        for (Strategy strategy : strategies) {
          millis.put(strategy.name(), millis(experiment, program, devices, share, strategy));
        }
        double best = millis.values().stream().mapToDouble(each -> each).min().orElseThrow();
        List<Object> row = new ArrayList<>(List.of(program.label(), share));
        row.addAll(millis.values());
        row.add(millis.values().iterator().next() / best);
        table.add(row);
        experiment.step();
      }
    }
    return table;
  }

  private double millis(
      Experiment experiment, Program program, int devices, double share, Strategy strategy)
      throws IOException {
    GrCuda.Builder builder =
        experiment
            .simulator()
            .builder(OutOfCoreMachine.V100.withMemory(MEMORY).machine(), devices)
            .option("MemoryManager", "replicated");
    strategy.applyTo(builder);
    List<String> arguments =
        List.of(
            program.benchmark(),
            "--size=" + program.size(share * devices * POOL),
            "--partitions=" + program.parts(),
            "--data=touch",
            "--warm-up=" + (program.iterations() > 1 ? 1 : 0),
            "--iterations=" + program.iterations());
    try (GrCuda cuda = builder.open()) {
      return 1e3 * JavaProgram.run(cuda, strategy.host(), files, arguments).medianSeconds();
    }
  }
}
