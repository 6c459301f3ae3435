package org.grcuda.worklist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.grcuda.GrCuda;
import org.grcuda.graph.EdgeList;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.graph.algorithm.Bfs;
import org.grcuda.graph.algorithm.Components;
import org.grcuda.graph.algorithm.PageRank;
import org.grcuda.graph.algorithm.Sssp;
import org.grcuda.graph.generate.Generators;
import org.grcuda.graph.partition.Partition;
import org.grcuda.graph.reference.Reference;
import org.grcuda.types.ElementType;

/** An algorithm on a graph, parts and settings that are all drawn, checked against a reference. */
final class RandomRun {

  private static final double DAMPING = 0.85;

  private enum Algorithm {
    BFS,
    SSSP,
    SSSP_FLOAT,
    PAGE_RANK,
    RESIDUALS,
    COMPONENTS
  }

  private final SplittableRandom random;
  private final Algorithm algorithm;
  private final Graph graph;
  private final Partition partition;
  private final Settings settings;
  private final int root;

  RandomRun(long seed) {
    random = new SplittableRandom(seed);
    algorithm = Algorithm.values()[random.nextInt(Algorithm.values().length)];
    graph = graph();
    partition = partition();
    settings = settings();
    root = random.nextInt(graph.vertices());
  }

  private Graph graph() {
    Graph shape = shape();
    return switch (algorithm) {
      case SSSP -> shape.withRandomWeights(1 + random.nextInt(100), random.nextLong());
      case SSSP_FLOAT -> withFloats(shape);
      case COMPONENTS -> random.nextBoolean() ? shape.symmetric() : shape;
      default -> shape;
    };
  }

  private Graph shape() {
    int n = 1 + random.nextInt(random.nextBoolean() ? 12 : 300);
    return switch (random.nextInt(7)) {
      case 0 -> Generators.rmat(1 + random.nextInt(8), 1 + random.nextInt(8), random.nextLong());
      case 1 -> Generators.road(1 + random.nextInt(15), 1 + random.nextInt(15), random.nextLong());
      case 2 -> Generators.chain(n);
      case 3 -> Generators.star(n);
      case 4 -> Generators.clique(1 + random.nextInt(30));
      default -> Generators.uniform(n, random.nextInt(4 * n + 1), random.nextLong());
    };
  }

  private Graph withFloats(Graph shape) {
    EdgeList edges = new EdgeList(Weights.FLOAT);
    for (int source = 0; source < shape.vertices(); source++) {
      for (long edge = shape.offset(source); edge < shape.offset(source + 1); edge++) {
        edges.add(source, shape.column(edge), random.nextInt(8) == 0 ? 0 : random.nextFloat());
      }
    }
    return Graph.of(shape.vertices(), edges);
  }

  private Partition partition() {
    int parts = 1 + random.nextInt(8);
    if (random.nextBoolean()) {
      return Partition.blocks(graph, parts);
    }
    int[] owners = random.ints(graph.vertices(), 0, parts).toArray();
    return Partition.of(graph, parts, owners);
  }

  private Settings settings() {
    boolean hasOrder = algorithm != Algorithm.RESIDUALS && random.nextBoolean();
    double delta = hasOrder ? 1 + random.nextInt(60) : 0;
    if (algorithm == Algorithm.SSSP_FLOAT) {
      delta /= 20;
    }
    Settings drawn =
        Settings.DEFAULT
            .delta(delta)
            .strict(random.nextBoolean())
            .fused(random.nextInt(3) * 40, 1 + random.nextInt(10))
            .packet(1 + random.nextInt(random.nextBoolean() ? 4 : 1000));
    return drawn.schedule(Settings.Schedule.values()[random.nextInt(3)]);
  }

  void check(GrCuda cuda) {
    switch (algorithm) {
      case BFS -> {
        try (Bfs bfs = new Bfs(cuda, partition, settings)) {
          assertArrayEquals(Reference.bfs(graph, root), bfs.run(root), this::toString);
        }
      }
      case SSSP -> {
        try (Sssp sssp = new Sssp(cuda, partition, settings)) {
          assertArrayEquals(Reference.sssp(graph, root), sssp.run(root), this::toString);
        }
      }
      case SSSP_FLOAT -> {
        try (Sssp sssp = new Sssp(cuda, partition, settings)) {
          assertArrayEquals(Reference.ssspFloat(graph, root), sssp.runFloat(root), this::toString);
        }
      }
      case PAGE_RANK -> checkPageRank(cuda);
      case RESIDUALS -> checkResiduals(cuda);
      case COMPONENTS -> {
        try (Components components = new Components(cuda, partition)) {
          assertArrayEquals(Reference.components(graph), components.run(), this::toString);
        }
      }
    }
  }

  private void checkPageRank(GrCuda cuda) {
    double epsilon = epsilon();
    try (PageRank rank =
        new PageRank(cuda, partition, DAMPING, epsilon, settings.schedule(), settings.packet())) {
      checkRanks(rank.run(), epsilon);
    }
  }

  /** The same ranks by a worklist whose values add up. */
  private void checkResiduals(GrCuda cuda) {
    double epsilon = epsilon();
    String constants =
        "#define DAMPING %sf\n#define EPSILON %sf\n".formatted((float) DAMPING, (float) epsilon);
    Operator operator =
        new Operator(
            "PageRank",
            constants + CudaSource.read(RandomRun.class, "residuals.cu"),
            List.of(
                new StateArray("residual", ElementType.FLOAT, 0f),
                new StateArray("rank", ElementType.FLOAT, 0f)),
            "residual",
            Combine.ADD);
    try (Worklist list = new Worklist(cuda, partition, operator, settings)) {
      list.pushAll(1 - DAMPING);
      list.run();
      checkRanks(list.gatherFloats("rank"), epsilon);
    }
  }

  private double epsilon() {
    return random.nextBoolean() ? 1e-3 : 1e-5;
  }

  private void checkRanks(float[] ranks, double epsilon) {
    double[] expected = Reference.pageRank(graph, DAMPING, 1e-12);
    double error = 0;
    double sum = 0;
    for (int vertex = 0; vertex < ranks.length; vertex++) {
      error += Math.abs(ranks[vertex] - expected[vertex]);
      sum += expected[vertex];
    }
    double bound = 2 * graph.vertices() * epsilon / (1 - DAMPING) + 1e-5 * sum;
    assertTrue(error <= bound, this + ": error " + error + ", expected at most " + bound);
  }

  @Override
  public String toString() {
    return algorithm + " from " + root + " on " + partition + " with " + settings;
  }
}
