package org.grcuda.bench.reproduce.prema;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grcuda.bench.BenchmarkArguments;
import org.grcuda.bench.messages.Mpi;
import org.grcuda.bench.reproduce.Report;

/** {@code grcuda reproduce prema}, and each of its figures alone. */
public final class Prema {

  /** The word that selects all figures. */
  private static final String NAME = "prema";

  private static final String HEAD =
      """
      # Programs of several processes

      Written by `scripts/grcuda reproduce prema%s --markdown=docs/several-machines-results.md`: do not edit.
      Published are the results of PREMA with heterogeneous tasks (Thomadakis and Chrisochoides) on 16 machines with four V100
      each. Numbers are those of its text: its figures are pictures. It does not say what connects the machines.

      A title says what was on a cluster, or on GPUs: that is simulated ([how](guide/simulation.md)). The rest was measured on one machine
      without a GPU: %d cores, which other programs may have used at the same time (the load was %.1f when it began). Programs took
      turns, and only ratios mean something: of medians, and of the best rounds, which other programs disturb less. "Devices" are
      the CPU backend, whose memory MPI reads and writes directly: copies between host and device, which the publication is about,
      take no time here. Ranks are processes of one machine, and messages go through its memory. Open MPI yields its core while it
      waits, as the ranks of ours do (`OMPI_MCA_mpi_yield_when_idle`).

      ![Time of messages over that of C with MPI and staging copies](images/prema-pingpong.svg)
      ![The same between simulated GPUs](images/prema-pingpong-simulated.svg)
      ![Iterations, times as fast as the idiom of MPI](images/prema-jacobi.svg)
      ![The same on a simulated cluster](images/prema-cluster.svg)
      ![Products of matrices on one simulated GPU, times as fast as a simple program with CUDA](images/prema-dgemm.svg)
      ![Small products on several simulated GPUs, times as fast as that](images/prema-devices.svg)

      """;

  private static final List<Section> SECTIONS =
      List.of(
          new PingPong(),
          new PingPongSimulated(),
          new Jacobi(),
          new JacobiSimulated(),
          new JacobiScaling(),
          new Dgemm(),
          new ProductDevices());

  private Prema() {}

  /** Part of the reproduction. */
  interface Section {

    /** The word that selects it. */
    String name();

    /** Whether it starts processes, which needs MPI, or else simulates. */
    default boolean isMeasured() {
      return true;
    }

    /** How many steps of progress it reports. */
    int steps(PremaSettings settings);

    /** Makes the runs that it needs, and reports the results. */
    Report of(Ranks ranks, Runnable step) throws IOException;

    /** What each of the processes does that {@link Ranks#own} starts. */
    void rank(PremaSettings settings);
  }

  /** A part that starts no processes. */
  interface Simulated extends Section {

    @Override
    default boolean isMeasured() {
      return false;
    }

    @Override
    default void rank(PremaSettings settings) {
      throw new IllegalStateException("nothing is measured");
    }
  }

  /** The names of the figures, then that of all. */
  public static List<String> names() {
    return Stream.concat(SECTIONS.stream().map(Section::name), Stream.of(NAME)).distinct().toList();
  }

  /**
   * Makes the runs, prints tables, and writes tables and pictures into the folder of results.
   *
   * @param arguments one of {@link #names}, then options or {@code --help}
   * @param environment may name the programs of an MPI that are not the ones in PATH
   * @param progress receives the number of steps that are done, and the total
   * @throws IllegalArgumentException for an unknown argument, or a value that an argument does not
   *     take
   */
  public static void run(
      BenchmarkArguments arguments,
      Map<String, String> environment,
      ObjIntConsumer<Integer> progress)
      throws IOException {
    String name = arguments.words().getFirst();
    List<String> words = arguments.words().subList(1, arguments.words().size());
    PremaSettings settings = new PremaSettings();
    if (!new BenchmarkArguments(arguments.command() + " " + name, arguments.what(), words)
        .readInto(settings)) {
      return;
    }
    settings.check();
    List<Section> chosen =
        SECTIONS.stream().filter(each -> name.equals(NAME) || name.equals(each.name())).toList();
    if (settings.isHere()) {
      chosen.getFirst().rank(settings);
      return;
    }
    publish(chosen, new Ranks(new Mpi(environment), arguments, settings), progress);
  }

  private static void publish(List<Section> sections, Ranks ranks, ObjIntConsumer<Integer> progress)
      throws IOException {
    PremaSettings settings = ranks.settings();
    int total = sections.stream().mapToInt(section -> section.steps(settings)).sum();
    int[] done = {0};
    List<Report> reports = new ArrayList<>();
    String missing = ranks.missing();
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    progress.accept(0, total);
    for (Section section : sections) {
      reports.add(
          missing == null || !section.isMeasured()
              ? section.of(ranks, () -> progress.accept(++done[0], total))
              : skipped(section, missing));
    }
    int cores = Runtime.getRuntime().availableProcessors();
    settings.results().publish(reports, HEAD.formatted(settings.choice(), cores, load));
  }

  private static Report skipped(Section section, String reason) {
    Report report = Report.measured(section.name(), "Skipped");
    report.note("skipped: " + reason);
    return report;
  }

  /** Numbers as an option takes them. */
  static String joined(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
