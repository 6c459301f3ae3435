package org.grcuda.graph.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.grcuda.GrCuda;
import org.grcuda.graph.Graph;
import org.grcuda.graph.generate.Generators;
import org.grcuda.graph.partition.Partition;
import org.grcuda.graph.reference.Reference;
import org.grcuda.worklist.Settings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class PageRankTest {

  private static final double DAMPING = 0.85;
  private static final GrCuda CUDA = GrCuda.builder().option("CpuDevices", "2").open();

  @AfterAll
  static void close() {
    CUDA.close();
  }

  /** Rows for threads, warps and blocks; with parallel edges, and vertices that none leaves. */
  private static Stream<Graph> graphs() {
    return Stream.of(
        Generators.star(5000),
        Generators.clique(150),
        Generators.rmat(11, 16, 1),
        Generators.road(40, 40, 1),
        Generators.uniform(300, 500, 1));
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void errorsAreWithinTheBoundForTheSmallestEpsilon(Graph graph) {
    double[] expected = Reference.pageRank(graph, DAMPING, 1e-9);
    for (Settings.Schedule schedule : Settings.Schedule.values()) {
      for (int parts : new int[] {1, 3, 8}) {
        try (PageRank rank =
            new PageRank(CUDA, Partition.blocks(graph, parts), DAMPING, 1e-6, schedule, 1 << 16)) {
          float[] ranks = rank.run();
          double error = 0;
          double sum = 0;
          for (int vertex = 0; vertex < ranks.length; vertex++) {
            error += Math.abs(ranks[vertex] - expected[vertex]);
            sum += expected[vertex];
          }
          double bound = 2e-6 * ranks.length * DAMPING / (1 - DAMPING) + 1e-6 * sum;
          assertTrue(error <= bound, error + ", at most " + bound + ": " + parts + schedule);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRunBeginsAnew(Settings.Schedule schedule) {
    Graph graph = Generators.chain(3);
    Partition partition = Partition.blocks(graph, 3);
    try (PageRank rank = new PageRank(CUDA, partition, DAMPING, 1e-6, schedule, 1)) {
      float first = rank.run()[1];
      assertEquals(first, rank.run()[1], 1e-5);
      assertEquals(rank.statistics().steps(), rank.statistics().rounds());
      assertTrue(rank.statistics().packets() > 0);
    }
  }
}
