package org.grcuda.bench.suite.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import org.grcuda.bench.BenchmarkArguments;
import org.grcuda.bench.suite.SuiteFiles;

/** {@code grcuda bench suite}: runs a matrix of benchmarks. */
public final class SuiteMatrix {

  private SuiteMatrix() {}

  /**
   * Runs the cells that are not done yet, then writes {@code results.json}, {@code results.csv} and
   * the plots into the folder of results.
   *
   * @param arguments the options that define the matrix
   * @param progress receives the number of cells that are done, and the total
   * @throws IllegalArgumentException for an unknown argument, or a value that an argument does not
   *     take
   * @throws IllegalStateException if a cell failed, or its results differ from the host's; the
   *     files are written before
   */
  public static void run(BenchmarkArguments arguments, ObjIntConsumer<Integer> progress)
      throws IOException {
    SuiteFiles files = SuiteFiles.find();
    MatrixSettings settings = new MatrixSettings(files.table());
    if (!arguments.readInto(settings, settings.contextOptions())) {
      return;
    }
    Set<Cell> cells = settings.cells();
    Path output = settings.output();
    ResultsFile results = new ResultsFile(output.resolve("cells.jsonl"));
    int done = 0;
    try (CellRunner runner = new CellRunner(files)) {
      for (Cell cell : cells) {
        progress.accept(done++, cells.size());
        if (!results.isDone(cell)) {
          results.add(runner.run(cell));
        }
      }
    }
    progress.accept(done, done);
    List<Outcome> outcomes = results.outcomes(cells);
    Files.writeString(output.resolve("results.json"), ResultsFile.json(outcomes));
    Files.writeString(output.resolve("results.csv"), CsvReport.of(outcomes));
    Map<String, String> plots = Plots.of(outcomes, settings.policies().getFirst());
    for (var plot : plots.entrySet()) {
      Files.writeString(output.resolve(plot.getKey()), plot.getValue());
    }
    print(settings, outcomes, plots);
    failIfBad(outcomes);
  }

  private static void print(
      MatrixSettings settings, List<Outcome> outcomes, Map<String, String> plots) {
    if (settings.json()) {
      System.out.print(ResultsFile.json(outcomes));
      return;
    }
    for (Outcome outcome : outcomes) {
      System.out.println(
          outcome.result() == null
              ? outcome.cell() + ": " + outcome.failure()
              : outcome.result().report());
    }
    System.out.println(
        "%s: results.json, results.csv%s"
            .formatted(
                settings.output(),
                plots.isEmpty() ? "" : ", " + String.join(", ", plots.keySet())));
  }

  private static void failIfBad(List<Outcome> outcomes) {
    List<Outcome> bad = outcomes.stream().filter(outcome -> !outcome.isGood()).toList();
    if (!bad.isEmpty()) {
      Outcome first = bad.getFirst();
      String reason = first.failure() == null ? "its results are wrong" : first.failure();
      throw new IllegalStateException(
          "%d of %d runs failed; the first, %s: %s"
              .formatted(bad.size(), outcomes.size(), first.cell(), reason));
    }
  }
}
