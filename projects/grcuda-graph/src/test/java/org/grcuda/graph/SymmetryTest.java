package org.grcuda.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class SymmetryTest {

  private static final float[] FLOATS = {
    -3, -1, -0f, 0, 1, 2, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY
  };

  @Test
  void eachEdgeLeadsBothWaysAndTheSmallestWeightStays() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 600; i++) {
      Graph graph = random(random, Weights.values()[i % 3]);
      Graph symmetric = graph.symmetric();
      assertEquals(expected(graph), symmetric);
      assertSame(symmetric, symmetric.symmetric());
    }
  }

  @Test
  void reversedTwiceAGraphIsItself() {
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 300; i++) {
      Graph graph = random(random, Weights.values()[i % 3]);
      Graph reversed = graph.reversed();
      EdgeList turned = new EdgeList(graph.weightType());
      for (int source = 0; source < graph.vertices(); source++) {
        for (long edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
          turned.addBits(graph.column(edge), source, graph.weightBits(edge));
        }
      }
      assertEquals(Graph.of(graph.vertices(), turned), reversed);
      assertEquals(graph, reversed.reversed());
      assertSame(reversed, graph.reversed());
    }
    Graph symmetric = random(random, Weights.INT).symmetric();
    assertSame(symmetric, symmetric.reversed());
  }

  @Test
  void theSmallestWeightMayBeNegative() {
    EdgeList list = new EdgeList(Weights.FLOAT);
    list.add(0, 1, -1f);
    list.add(1, 0, -2f);
    list.add(0, 1, 3f);
    Graph symmetric = Graph.of(2, list).symmetric();
    assertEquals(2, symmetric.edges());
    assertEquals(-2, symmetric.floatWeight(0));
    assertEquals(-2, symmetric.floatWeight(1));
  }

  @Test
  void aGraphWithDifferentWeightsOfBothWaysIsNotSymmetric() {
    EdgeList list = new EdgeList(Weights.INT);
    list.add(0, 1, 4);
    list.add(1, 0, 5);
    Graph graph = Graph.of(2, list);
    Graph symmetric = graph.symmetric();
    assertNotSame(graph, symmetric);
    assertEquals(4, symmetric.weight(0));
    assertEquals(4, symmetric.weight(1));
  }

  @Test
  void theResultDoesNotDependOnTheThreads() {
    SplittableRandom random = new SplittableRandom(6);
    EdgeList list = new EdgeList(Weights.INT);
    for (int i = 0; i < 100_000; i++) {
      // Half of the edges end in a few rows, so threads meet there.
      int target = random.nextBoolean() ? random.nextInt(3) : random.nextInt(5000);
      list.add(random.nextInt(5000), target, random.nextInt(100));
    }
    Graph graph = Graph.of(5000, list);
    Graph expected = expected(graph);
    for (int threads : new int[] {1, 2, 4}) {
      try (ForkJoinPool pool = new ForkJoinPool(threads)) {
        assertEquals(expected, pool.submit(graph::symmetric).join());
      }
    }
  }

  private static Graph random(SplittableRandom random, Weights weights) {
    int vertices = random.nextInt(1, 12);
    EdgeList list = new EdgeList(weights);
    int edges = random.nextInt(3 * vertices);
    for (int i = 0; i < edges; i++) {
      int source = random.nextInt(vertices);
      int target = random.nextInt(vertices);
      switch (weights) {
        case NONE -> list.add(source, target);
        case INT -> list.add(source, target, random.nextInt(4));
        case FLOAT -> list.add(source, target, FLOATS[random.nextInt(FLOATS.length)]);
      }
    }
    return Graph.of(vertices, list);
  }

  private static Graph expected(Graph graph) {
    TreeMap<Long, Integer> smallest = new TreeMap<>();
    for (int source = 0; source < graph.vertices(); source++) {
      for (long edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
        int target = graph.column(edge);
        int bits = graph.weightBits(edge);
        smallest.merge((long) source << 32 | target, bits, (a, b) -> smaller(graph, a, b));
        smallest.merge((long) target << 32 | source, bits, (a, b) -> smaller(graph, a, b));
      }
    }
    EdgeList list = new EdgeList(graph.weightType());
    smallest.forEach((pair, bits) -> list.addBits((int) (pair >> 32), (int) (long) pair, bits));
    return Graph.of(graph.vertices(), list);
  }

  private static int smaller(Graph graph, int a, int b) {
    if (graph.weightType() != Weights.FLOAT) {
      return Math.min(a, b);
    }
    return Float.compare(Float.intBitsToFloat(a), Float.intBitsToFloat(b)) <= 0 ? a : b;
  }
}
