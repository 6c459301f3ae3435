package org.grcuda.bench.reproduce.groute;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.grcuda.bench.graph.Problem;
import org.grcuda.bench.reproduce.Report;
import org.grcuda.bench.reproduce.Table;

/** How close runs come to what edges, links and host allow. */
final class Bounds implements Evaluation.Section {

  /** Bytes per second of the memory of a device of m60-8. */
  private static final double MEMORY = 128e9;

  private static final int EDGE = 44;

  /** The same where values are pulled: no list. */
  private static final int PULLED_EDGE = 36;

  private static final int WEIGHT = 4;

  @Override
  public int steps(GrouteSettings settings) {
    return settings.graphs().size() * settings.programs().size();
  }

  @Override
  public Report of(Evaluation evaluation) throws IOException {
    int devices = evaluation.settings().most();
    Report report = Evaluation.report("What bounds");
    Table table =
        Table.of(
            "Milliseconds on " + devices + " devices, asynchronous",
            List.of(
                "program",
                "graph",
                "time",
                "edges",
                "busiest link",
                "host",
                "bound / time",
                "bound by",
                "kernels of the busiest device",
                "steps",
                "packets"));
    for (Problem problem : evaluation.problems()) {
      add(evaluation, problem, devices, table);
      evaluation.step();
    }
    report.tables().add(table);
    report.note(
        "edges: the bytes of all edges that were followed, over the memory bandwidth of all"
            + " devices. busiest link: what went over it, at its bandwidth. host: 5 us for each"
            + " launch and 6 for each copy, as m60-8 has them; waiting, waking and events come on"
            + " top. The bound is the largest of the three.");
    report.note(
        "These runs are recorded, which costs the host two more events for each command: so times"
            + " are a little longer than above.");
    return report;
  }

  private static void add(Evaluation evaluation, Problem problem, int devices, Table table)
      throws IOException {
    Profile profile = evaluation.profile(problem, devices);
    double edges = edges(evaluation, problem, profile, devices);
    double bound = Math.max(edges, Math.max(profile.links(), profile.host()));
    String by = bound == edges ? "edges" : bound == profile.links() ? "link" : "host";
    table.add(
        Arrays.asList(
            Evaluation.program(problem),
            problem.graphName(),
            profile.seconds() * 1e3,
            edges * 1e3,
            profile.links() * 1e3,
            profile.host() * 1e3,
            share(evaluation, problem, devices),
            by,
            profile.kernels() * 1e3,
            profile.outcome().statistics().steps(),
            profile.outcome().statistics().packets()));
  }

  /** The bound as a share of the time. */
  static double share(Evaluation evaluation, Problem problem, int devices) throws IOException {
    Profile profile = evaluation.profile(problem, devices);
    double edges = edges(evaluation, problem, profile, devices);
    return Math.max(edges, Math.max(profile.links(), profile.host())) / profile.seconds();
  }

  /** Seconds of the edges that were followed, if all devices follow as many at full rate. */
  private static double edges(
      Evaluation evaluation, Problem problem, Profile profile, int devices) {
    double each =
        switch (problem.algorithm()) {
          case PAGERANK -> PULLED_EDGE;
          case BFS, COMPONENTS -> EDGE;
          case SSSP -> EDGE + WEIGHT;
        };
    double bytes = each * profile.outcome().statistics().edges();
    return evaluation.settings().standsFor(problem.graphName()) * bytes / MEMORY / devices;
  }
}
