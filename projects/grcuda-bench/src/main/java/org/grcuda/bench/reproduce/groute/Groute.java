package org.grcuda.bench.reproduce.groute;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.grcuda.bench.BenchmarkArguments;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Simulator;

/** {@code grcuda reproduce groute}. */
public final class Groute {

  /** The word that selects it. */
  public static final String NAME = "groute";

  private static final String HEAD =
      """
      # Asynchronous graph algorithms on several devices, simulated

      Written by `scripts/grcuda reproduce groute%s --markdown=docs/groute-results.md`: do not edit.
      Everything here is simulated ([how](guide/simulation.md)): no GPU was there. Published are the results of Groute (Ben-Nun,
      Sutton, Pai and Pingali, "Groute: Asynchronous Multi-GPU Programming Model with Applications to Large-scale Graph
      Processing", ACM TOPC 7(3), 2020), of which only the first five pages were at hand: abstract, introduction, and the
      measurements of transfers. Its machine, its graphs, its programs' tables and its later figures are not known here, so no row
      below has a published counterpart beyond what it names.

      Kernels are executed, and take the time of the edges that they really follow: 44 bytes of memory for each (4 of the column,
      a sector of 32 for the value it leads to, 8 of a list; 4 more with weights; 36 where values are pulled), 100 for each entry that is taken from a list,
      and 2.5 us for each round of a fused kernel. These figures are assumptions; a section below varies them.

      """;

  private static final List<Evaluation.Section> SECTIONS =
      List.of(
          new Speedups(),
          new Synchrony(),
          new Bounds(),
          new Transfers(),
          new Sensitivity(),
          new StandIns(),
          new Claims());

  private Groute() {}

  /**
   * Makes the runs, prints tables, and writes tables and pictures into the folder of results.
   *
   * @param arguments the name, then options or {@code --help}
   * @param progress receives the number of steps that are done, and the total
   * @throws IllegalArgumentException for an unknown argument, or a value that an argument does not
   *     take
   */
  public static void run(BenchmarkArguments arguments, ObjIntConsumer<Integer> progress)
      throws IOException {
    List<String> words = arguments.words();
    GrouteSettings settings = new GrouteSettings();
    if (!new BenchmarkArguments(
            arguments.command() + " " + NAME, arguments.what(), words.subList(1, words.size()))
        .readInto(settings)) {
      return;
    }
    settings.check();
    int total = SECTIONS.stream().mapToInt(section -> section.steps(settings)).sum();
    int[] done = {0};
    List<Report> reports = new ArrayList<>();
    try (Simulator simulator = new Simulator()) {
      progress.accept(0, total);
      Evaluation evaluation =
          new Evaluation(settings, simulator, () -> progress.accept(++done[0], total));
      for (Evaluation.Section section : SECTIONS) {
        reports.add(section.of(evaluation));
      }
    }
    settings.results().publish(reports, HEAD.formatted(settings.choice()));
  }
}
