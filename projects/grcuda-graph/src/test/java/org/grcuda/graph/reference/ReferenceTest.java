package org.grcuda.graph.reference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.grcuda.graph.EdgeList;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.graph.generate.Generators;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class ReferenceTest {

  private static final float[] FLOATS = {
    0, -0f, Float.MIN_VALUE, 1e-3f, 0.1f, 1f / 3, 1, 16777216, 1e30f, Float.MAX_VALUE
  };

  @Test
  void levelsAreThoseOfTheDefinition() {
    for (Graph graph : graphs(Weights.NONE)) {
      for (int root = 0; root < graph.vertices(); root++) {
        assertArrayEquals(Naive.bfs(graph, root), Reference.bfs(graph, root));
      }
    }
  }

  @Test
  void distancesAreThoseOfTheDefinition() {
    for (Graph graph : graphs(Weights.INT)) {
      int[][] expected = Naive.distances(graph);
      for (int root = 0; root < graph.vertices(); root++) {
        assertArrayEquals(expected[root], Reference.sssp(graph, root));
      }
    }
  }

  @Test
  void floatDistancesAreThoseOfTheDefinition() {
    for (Graph graph : graphs(Weights.FLOAT)) {
      for (int root = 0; root < graph.vertices(); root++) {
        assertArrayEquals(Naive.floatDistances(graph, root), Reference.ssspFloat(graph, root));
      }
    }
  }

  @Test
  void ranksAreThoseOfTheDefinition() {
    SplittableRandom random = new SplittableRandom(8);
    for (Graph graph : graphs(Weights.NONE)) {
      double damping = random.nextDouble(0.95);
      double[] ranks = Reference.pageRank(graph, damping, 1e-12);
      assertArrayEquals(Naive.pageRank(graph, damping), ranks, 1e-10);
    }
  }

  @Test
  void componentsAreThoseOfTheDefinition() {
    for (Graph graph : graphs(Weights.NONE)) {
      assertArrayEquals(Naive.components(graph), Reference.components(graph));
    }
  }

  @Test
  void distancesMayHaveAllOf32Bits() {
    Graph graph = chainOf(Integer.MAX_VALUE, Integer.MAX_VALUE);
    assertArrayEquals(new int[] {0, Integer.MAX_VALUE, -2}, Reference.sssp(graph, 0));
    assertArrayEquals(new int[] {-1, -1, 0}, Reference.sssp(graph, 2));
  }

  @Test
  void graphsOnWhichDistancesCouldOverflowAreRefused() {
    Graph graph = chainOf(Integer.MAX_VALUE, Integer.MAX_VALUE, 1);
    String message =
        "sssp, 'graph': the largest weights out of each vertex sum up to 4294967295: "
            + "expected at most 4294967294, so that distances fit into 32 bits";
    refused(message, () -> Reference.sssp(graph, 0));
    refused(message, () -> Reference.requireDistancesFit(graph));
    Reference.requireDistancesFit(chainOf(Integer.MAX_VALUE, Integer.MAX_VALUE, 0));
  }

  @Test
  void longFloatPathsAddUpToInfinity() {
    EdgeList list = new EdgeList(Weights.FLOAT);
    list.add(0, 1, Float.MAX_VALUE);
    list.add(1, 2, Float.MAX_VALUE);
    assertArrayEquals(
        new float[] {0, Float.MAX_VALUE, Float.POSITIVE_INFINITY},
        Reference.ssspFloat(Graph.of(3, list), 0));
  }

  @Test
  void rankIsNotPassedOnWithoutEdges() {
    EdgeList list = new EdgeList(Weights.NONE);
    list.add(0, 1);
    assertArrayEquals(
        new double[] {0.25, 0.25 + 0.75 * 0.25}, Reference.pageRank(Graph.of(2, list), 0.75, 1e-9));
  }

  @Test
  void ranksOfSymmetricShapesAreEqual() {
    double[] ranks = Reference.pageRank(Generators.clique(10), 0.85, 1e-300);
    for (double rank : ranks) {
      assertEquals(1, rank, 1e-12);
    }
    assertArrayEquals(new double[] {1, 1, 1}, Reference.pageRank(Generators.clique(3), 0, 1e-300));
  }

  @Test
  void ranksSettleHoweverSmallTheTolerance() {
    for (Graph graph : graphs(Weights.NONE)) {
      double[] ranks = Reference.pageRank(graph, 0.9, Double.MIN_VALUE);
      assertArrayEquals(Naive.pageRank(graph, 0.9), ranks, 1e-12);
    }
  }

  @Test
  void badRootsAreRefused() {
    Graph graph = Generators.chain(10);
    refused("bfs, 'root': expected 0 to 9, given 10", () -> Reference.bfs(graph, 10));
    refused("bfs, 'root': expected 0 to 9, given -1", () -> Reference.bfs(graph, -1));
    refused("sssp, 'root': expected 0 to 9, given 10", () -> Reference.sssp(graph, 10));
    refused("ssspFloat, 'root': expected 0 to 9, given -3", () -> Reference.ssspFloat(graph, -3));
  }

  @Test
  void badWeightsAreRefused() {
    Graph graph = Generators.chain(10);
    refused(
        "sssp, 'graph': expected weights of type int, given a graph of 10 vertices and 18 edges",
        () -> Reference.sssp(graph, 0));
    refused(
        "ssspFloat, 'graph': expected weights of type float, given a graph of 10 vertices and 18"
            + " edges with weights of type int",
        () -> Reference.ssspFloat(graph.withRandomWeights(5, 0), 0));
    for (float bad : new float[] {-1, Float.POSITIVE_INFINITY}) {
      EdgeList list = new EdgeList(Weights.FLOAT);
      list.add(0, 1, 1f);
      list.add(2, 1, bad);
      refused(
          "ssspFloat, 'graph': the edge from 2 to 1 has weight "
              + bad
              + ": expected at least 0 and less than infinity",
          () -> Reference.ssspFloat(Graph.of(3, list), 0));
    }
  }

  @Test
  void badDampingAndToleranceAreRefused() {
    Graph graph = Generators.chain(10);
    refused(
        "pageRank, 'damping': expected at least 0 and less than 1, given 1.0",
        () -> Reference.pageRank(graph, 1, 1e-6));
    refused(
        "pageRank, 'damping': expected at least 0 and less than 1, given NaN",
        () -> Reference.pageRank(graph, Double.NaN, 1e-6));
    refused(
        "pageRank, 'tolerance': expected more than 0, given 0.0",
        () -> Reference.pageRank(graph, 0.85, 0));
  }

  /** Self-loops, parallel edges and isolated vertices are among them, and all sizes from 1 on. */
  private static List<Graph> graphs(Weights weights) {
    SplittableRandom random = new SplittableRandom(7);
    List<Graph> graphs = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      int vertices = 1 + i % 20;
      EdgeList list = new EdgeList(weights);
      int edges = random.nextInt(3 * vertices);
      for (int j = 0; j < edges; j++) {
        int source = random.nextInt(vertices);
        int target = random.nextInt(vertices);
        switch (weights) {
          case NONE -> list.add(source, target);
          case INT -> list.add(source, target, random.nextInt(random.nextBoolean() ? 3 : 1 << 27));
          case FLOAT -> list.add(source, target, FLOATS[random.nextInt(FLOATS.length)]);
        }
      }
      graphs.add(Graph.of(vertices, list));
    }
    return graphs;
  }

  private static Graph chainOf(int... weights) {
    EdgeList list = new EdgeList(Weights.INT);
    for (int i = 0; i < weights.length; i++) {
      list.add(i, i + 1, weights[i]);
    }
    return Graph.of(weights.length + 1, list);
  }

  private static void refused(String message, Executable action) {
    GrCudaException error = assertThrows(GrCudaException.class, action);
    assertEquals(message, error.getMessage());
    assertEquals(GrCudaException.Kind.VALUE, error.kind());
  }
}
