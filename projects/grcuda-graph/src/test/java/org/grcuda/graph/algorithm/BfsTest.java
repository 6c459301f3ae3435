package org.grcuda.graph.algorithm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.grcuda.GrCuda;
import org.grcuda.graph.EdgeList;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.graph.generate.Generators;
import org.grcuda.graph.partition.Partition;
import org.grcuda.graph.reference.Reference;
import org.grcuda.worklist.Settings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class BfsTest {

  private static final GrCuda CUDA = GrCuda.builder().option("CpuDevices", "3").open();

  @AfterAll
  static void close() {
    CUDA.close();
  }

  /** Graphs that are searched bottom-up, too; the last one has many levels with few vertices. */
  private static Stream<Graph> dense() {
    return Stream.of(
        Generators.clique(40),
        Generators.rmat(11, 16, 3).symmetric(),
        Generators.uniform(500, 4000, 1).symmetric(),
        cliquesInARow(30, 12));
  }

  /** Cliques of {@code size} vertices; one edge leads from each to the next one. */
  private static Graph cliquesInARow(int cliques, int size) {
    EdgeList edges = new EdgeList(Weights.NONE);
    for (int clique = 0; clique < cliques; clique++) {
      for (int a = 0; a < size; a++) {
        for (int b = 0; b < a; b++) {
          edges.add(clique * size + a, clique * size + b);
        }
      }
      if (clique > 0) {
        edges.add(clique * size, clique * size - 1);
      }
    }
    return Graph.of(cliques * size, edges).symmetric();
  }

  @ParameterizedTest
  @MethodSource("dense")
  void levelsOfDenseGraphsAreExactFromEverywhere(Graph graph) {
    SplittableRandom random = new SplittableRandom(1);
    int[] owners = random.ints(graph.vertices(), 0, 5).toArray();
    for (Partition partition :
        new Partition[] {
          Partition.blocks(graph, 1), Partition.blocks(graph, 8), Partition.of(graph, 5, owners)
        }) {
      // Small packets: values arrive in pieces.
      try (Bfs bfs = new Bfs(CUDA, partition, Settings.DEFAULT.packet(7))) {
        for (int i = 0; i < 5; i++) {
          int root = random.nextInt(graph.vertices());
          assertArrayEquals(Reference.bfs(graph, root), bfs.run(root), "from " + root);
        }
      }
    }
  }

  @Test
  void denseLevelsLookAtFewEdges() {
    Graph graph = Generators.rmat(12, 16, 1).symmetric();
    int root = 0;
    while (graph.degree(root) < 100) {
      root++;
    }
    try (Bfs bfs = new Bfs(CUDA, Partition.blocks(graph, 2))) {
      bfs.run(root);
      long edges = bfs.statistics().edges();
      assertTrue(edges < graph.edges() / 3, edges + " of " + graph.edges());
      bfs.run(root);
      assertTrue(bfs.statistics().edges() == edges);
    }
  }

  @Test
  void directedGraphsAreSearchedAlongTheirEdges() {
    EdgeList edges = new EdgeList(Weights.NONE);
    for (int source = 0; source < 20; source++) {
      for (int target = source + 1; target < 20; target++) {
        edges.add(source, target);
      }
    }
    Graph graph = Graph.of(20, edges);
    try (Bfs bfs = new Bfs(CUDA, Partition.blocks(graph, 3))) {
      assertArrayEquals(Reference.bfs(graph, 11), bfs.run(11));
    }
  }
}
