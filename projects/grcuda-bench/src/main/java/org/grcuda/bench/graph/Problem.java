package org.grcuda.bench.graph;

import java.util.Arrays;
import java.util.Locale;
import org.grcuda.GrCuda;
import org.grcuda.graph.Graph;
import org.grcuda.graph.algorithm.Bfs;
import org.grcuda.graph.algorithm.Components;
import org.grcuda.graph.algorithm.PageRank;
import org.grcuda.graph.algorithm.Sssp;
import org.grcuda.graph.partition.Partition;
import org.grcuda.worklist.Settings;

/**
 * An algorithm on a graph.
 *
 * @param root where searches begin
 */
public record Problem(Algorithm algorithm, String graphName, Graph graph, int root) {

  private static final double EPSILON = 1e-4;

  /**
   * C takes a delta so many times smaller: of eleven from 1 to 640, within 12 % of the best on both
   * graphs.
   */
  private static final int C_DELTA = 8;

  /** The algorithms. */
  public enum Algorithm {
    /** Breadth-first search. */
    BFS,
    /** Shortest paths from one vertex. */
    SSSP,
    /** PageRank by residuals. */
    PAGERANK,
    /** Connected components. */
    COMPONENTS
  }

  private static final int LARGEST_WEIGHT = 100;

  /** The algorithm on a graph: with weights where it needs some, from a vertex of most edges. */
  public static Problem of(Algorithm algorithm, String graphName, Graph graph) {
    int root = 0;
    for (int vertex = 0; vertex < graph.vertices(); vertex++) {
      root = graph.degree(vertex) > graph.degree(root) ? vertex : root;
    }
    Graph weighted =
        algorithm == Algorithm.SSSP ? graph.withRandomWeights(LARGEST_WEIGHT, 1) : graph;
    return new Problem(algorithm, graphName, weighted, root);
  }

  /** Such as {@code "bfs rmat"}. */
  public String name() {
    return algorithm.name().toLowerCase(Locale.ROOT) + " " + graphName;
  }

  /** What suits the algorithm: in a bulk-synchronous search each round is a level anyway. */
  public Settings settings(Settings.Schedule schedule) {
    boolean isAsynchronous = schedule != Settings.Schedule.BULK_SYNCHRONOUS;
    double delta =
        switch (algorithm) {
          case BFS -> isAsynchronous ? Bfs.USUAL_DELTA : 0;
          case SSSP -> Sssp.delta(graph);
          case PAGERANK, COMPONENTS -> 0;
        };
    return Settings.DEFAULT.schedule(schedule).delta(delta);
  }

  /** Whether a schedule makes a difference. */
  public boolean hasSchedule() {
    return algorithm != Algorithm.COMPONENTS;
  }

  /** On the devices of {@code cuda}. */
  public Contender onDevices(
      GrCuda cuda, String name, int rounds, Partition partition, Settings settings) {
    return switch (algorithm) {
      case BFS -> {
        Bfs bfs = new Bfs(cuda, partition, settings);
        yield new Contender(name, rounds, () -> bfs.run(root), bfs::statistics);
      }
      case SSSP -> {
        Sssp sssp = new Sssp(cuda, partition, settings);
        yield new Contender(name, rounds, () -> sssp.run(root), sssp::statistics);
      }
      case PAGERANK -> {
        PageRank rank =
            new PageRank(
                cuda,
                partition,
                PageRank.USUAL_DAMPING,
                EPSILON,
                settings.schedule(),
                settings.packet());
        yield new Contender(name, rounds, rank::run, rank::statistics);
      }
      case COMPONENTS -> {
        Components components = new Components(cuda, partition);
        yield new Contender(name, rounds, components::run, components::statistics);
      }
    };
  }

  /** In C with OpenMP. */
  Contender inC(CPeers peers, String name, int rounds) {
    return new Contender(
        name,
        rounds,
        () ->
            switch (algorithm) {
              case BFS -> peers.bfs(graph, root);
              case SSSP -> peers.sssp(graph, root, (int) Math.max(1, Sssp.delta(graph) / C_DELTA));
              case PAGERANK -> peers.pageRank(graph, PageRank.USUAL_DAMPING, EPSILON);
              case COMPONENTS -> peers.components(graph);
            },
        () -> null);
  }

  /** Whether two results agree: exactly, but for PageRank, whose errors are bounded together. */
  public boolean agree(Object a, Object b) {
    if (!(a instanceof float[] ranks)) {
      return Arrays.equals((int[]) a, (int[]) b);
    }
    double difference = 0;
    for (int vertex = 0; vertex < ranks.length; vertex++) {
      difference += Math.abs(ranks[vertex] - ((float[]) b)[vertex]);
    }
    return difference <= 4 * ranks.length * EPSILON / (1 - PageRank.USUAL_DAMPING);
  }
}
