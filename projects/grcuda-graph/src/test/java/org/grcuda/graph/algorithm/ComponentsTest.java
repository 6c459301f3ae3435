package org.grcuda.graph.algorithm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grcuda.GrCuda;
import org.grcuda.graph.EdgeList;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.graph.generate.Generators;
import org.grcuda.graph.partition.Partition;
import org.grcuda.graph.reference.Reference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ComponentsTest {

  private static final GrCuda CUDA = GrCuda.builder().option("CpuDevices", "3").open();

  @AfterAll
  static void close() {
    CUDA.close();
  }

  private static Stream<Named<Graph>> graphs() {
    return Stream.of(
        Named.of("dense, a part of the vertices alone", Generators.rmat(11, 16, 3).symmetric()),
        Named.of("dense, directed", Generators.rmat(10, 16, 5)),
        Named.of("acyclic", acyclic(60)),
        Named.of("cliques, joined by the last edges of vertices", cliques(12, 24, true)),
        Named.of("cliques, apart", cliques(7, 20, false)),
        Named.of("without edges", Generators.uniform(40, 0, 1)),
        Named.of("few edges", Generators.uniform(900, 700, 2)),
        Named.of("roads", Generators.road(30, 20, 4)),
        Named.of("one vertex", Generators.chain(1)));
  }

  private static Graph acyclic(int vertices) {
    EdgeList edges = new EdgeList(Weights.NONE);
    for (int source = 0; source < vertices; source++) {
      for (int target = source + 1; target < vertices; target++) {
        edges.add(source, target);
      }
    }
    return Graph.of(vertices, edges);
  }

  /**
   * Cliques, vertex {@code v} in the one of number {@code v % count}; maybe an edge leads from the
   * last vertex of each to that of the next one. No vertex has it among its first edges.
   */
  private static Graph cliques(int count, int size, boolean joined) {
    EdgeList edges = new EdgeList(Weights.NONE);
    for (int clique = 0; clique < count; clique++) {
      for (int a = 0; a < size; a++) {
        for (int b = 0; b < a; b++) {
          edges.add(a * count + clique, b * count + clique);
        }
      }
    }
    for (int clique = joined ? 1 : count; clique < count; clique++) {
      int last = (size - 1) * count + clique;
      edges.add(last - 1, last);
    }
    return Graph.of(count * size, edges).symmetric();
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void componentsAreExact(Graph graph) {
    SplittableRandom random = new SplittableRandom(1);
    int[] expected = Reference.components(graph);
    int n = graph.vertices();
    // Each part has whole cliques: edges between them are between the main trees of two parts.
    int[] inTurn = IntStream.range(0, n).map(vertex -> vertex % 4).toArray();
    for (Partition partition :
        new Partition[] {
          Partition.blocks(graph, 1),
          Partition.blocks(graph, Math.min(n, 8)),
          Partition.of(graph, 5, random.ints(n, 0, 5).toArray()),
          Partition.of(graph, 4, inTurn),
          Partition.of(graph, 3, new int[n])
        }) {
      try (Components components = new Components(CUDA, partition)) {
        assertArrayEquals(expected, components.run());
        assertArrayEquals(expected, components.run(), "again");
      }
    }
  }

  @Test
  void mostEdgesOfTheLargestTreeAreLeftOut() {
    Graph graph = Generators.rmat(12, 16, 1).symmetric();
    for (int parts : new int[] {1, 4}) {
      try (Components components = new Components(CUDA, Partition.blocks(graph, parts))) {
        components.run();
        long edges = components.statistics().edges();
        assertTrue(edges < graph.edges() / 3, edges + " of " + graph.edges());
        assertTrue(components.statistics().nanos() > 0);
      }
    }
  }

  @Test
  void morePackets() {
    Graph graph = Generators.star(600_000);
    try (Components components = new Components(CUDA, Partition.blocks(graph, 2))) {
      assertArrayEquals(new int[graph.vertices()], components.run());
    }
  }
}
