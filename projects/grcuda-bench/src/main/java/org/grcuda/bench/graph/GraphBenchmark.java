package org.grcuda.bench.graph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.grcuda.GrCuda;
import org.grcuda.bench.BenchmarkArguments;
import org.grcuda.graph.Graph;
import org.grcuda.graph.generate.Generators;
import org.grcuda.graph.partition.Partition;
import org.grcuda.worklist.Settings;

/**
 * Times graph algorithms on the devices of a context: asynchronous over routers, and
 * bulk-synchronous on the same kernels, beside C with OpenMP. All run in turn; the figures are
 * medians. Results are compared.
 */
public final class GraphBenchmark {

  private static final int EDGES_OF_VERTEX = 16;

  private final GraphSettings settings;
  private double toC;
  private double toBulk;
  private int comparedToC;
  private int comparedToBulk;

  private GraphBenchmark(GraphSettings settings) {
    this.settings = settings;
  }

  /** Runs the benchmark with arguments, and prints a table. */
  public static void run(BenchmarkArguments arguments) {
    GraphSettings settings = new GraphSettings();
    if (arguments.readInto(settings)) {
      new GraphBenchmark(settings).run();
    }
  }

  private void run() {
    Graph rmat = Generators.rmat(settings.scale(), EDGES_OF_VERTEX, 1).symmetric();
    Graph road = Generators.road(settings.side(), settings.side(), 1);
    System.out.println("rmat: " + rmat);
    System.out.println("road: " + road);
    try (GrCuda host = GrCuda.open()) {
      CPeers peers = settings.alone() ? null : peers(host);
      System.out.printf(
          "%-16s %10s %6s %14s %10s %12s %10s %10s%n",
          "", "C", "parts", "bulk-sync.", "async.", "bulk/async", "C/async", "first");
      for (Problem.Algorithm algorithm : Problem.Algorithm.values()) {
        measure(Problem.of(algorithm, "rmat", rmat), peers);
        measure(Problem.of(algorithm, "road", road), peers);
      }
    }
    printMeans();
  }

  /** Null without a compiler: then the rest is measured alone. */
  private static CPeers peers(GrCuda host) {
    try {
      CPeers peers = CPeers.build(host);
      System.out.println("C with OpenMP: " + peers.threads() + " threads; medians in ms");
      return peers;
    } catch (IOException e) {
      System.out.println("C with OpenMP cannot be used (Debian: gcc): " + e.getMessage());
      return null;
    }
  }

  private void measure(Problem problem, CPeers peers) {
    for (int parts : settings.parts()) {
      String devices = Integer.toString(parts);
      try (GrCuda cuda = GrCuda.builder().option("CpuDevices", devices).open()) {
        Partition partition = Partition.blocks(problem.graph(), parts);
        Contender async = onDevices(problem, cuda, partition, Settings.Schedule.AUTOMATIC);
        Contender bulk =
            problem.hasSchedule()
                ? onDevices(problem, cuda, partition, Settings.Schedule.BULK_SYNCHRONOUS)
                : null;
        Contender c = peers == null ? null : problem.inC(peers, "C", settings.rounds());
        time(problem, async, bulk, c);
        print(problem, parts, async, bulk, c);
      }
    }
  }

  private Contender onDevices(
      Problem problem, GrCuda cuda, Partition partition, Settings.Schedule schedule) {
    String name = schedule.name().toLowerCase(Locale.ROOT);
    return problem.onDevices(cuda, name, settings.rounds(), partition, problem.settings(schedule));
  }

  private void time(Problem problem, Contender... contenders) {
    List<Contender> all = new ArrayList<>();
    for (Contender contender : contenders) {
      if (contender != null) {
        all.add(contender);
      }
    }
    Object expected = all.getFirst().first();
    for (Contender contender : all.subList(1, all.size())) {
      if (!problem.agree(expected, contender.first())) {
        throw new IllegalStateException(
            problem.name() + ": " + contender.name() + " and " + all.getFirst().name() + " differ");
      }
    }
    List<Contender> cold = new ArrayList<>(all);
    while (!cold.isEmpty()) {
      cold.removeIf(contender -> contender.warmUp() >= settings.warmUp());
    }
    for (int round = 0; round < settings.rounds(); round++) {
      all.forEach(Contender::time);
      // What runs after C finds other things in the caches, and threads that still spin.
      Collections.rotate(all, 1);
    }
  }

  private void print(Problem problem, int parts, Contender async, Contender bulk, Contender c) {
    double own = async.median();
    if (c != null) {
      toC += Math.log(c.median() / own);
      comparedToC++;
    }
    if (bulk != null) {
      toBulk += Math.log(bulk.median() / own);
      comparedToBulk++;
    }
    System.out.printf(
        "%-16s %10s %6d %14s %10.1f %12s %10s %10.1f%n",
        problem.name(),
        text(c, ""),
        parts,
        bulk == null ? "" : text(bulk, ratio(bulk.edges(), async.edges())),
        own,
        bulk == null ? "" : "%.2f".formatted(bulk.median() / own),
        c == null ? "" : "%.2f".formatted(c.median() / own),
        async.firstMillis());
  }

  private static String text(Contender contender, String note) {
    return contender == null ? "" : "%.1f%s".formatted(contender.median(), note);
  }

  /** How much more edges the asynchronous run has followed. */
  private static String ratio(long bulk, long async) {
    return bulk == 0 ? "" : " (x%.2f)".formatted((double) async / bulk);
  }

  private void printMeans() {
    if (comparedToBulk > 0) {
      System.out.printf(
          "geometric mean: %.2f x bulk-synchronous", Math.exp(toBulk / comparedToBulk));
    }
    if (comparedToC > 0) {
      System.out.printf(", %.2f x C with OpenMP", Math.exp(toC / comparedToC));
    }
    System.out.println();
    System.out.println("(x...): edges that the asynchronous run follows, for each of the other");
    System.out.println("first: the first run of all, of the asynchronous kind");
  }
}
