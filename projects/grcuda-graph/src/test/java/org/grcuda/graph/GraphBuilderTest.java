package org.grcuda.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Graphs made of lists of edges have those edges, sorted. */
final class GraphBuilderTest {

  private record Edge(int source, int target, int bits, float rank) {}

  @ParameterizedTest
  @EnumSource
  void rowsAreTheSortedEdges(Weights weights) {
    var random = new SplittableRandom(5);
    for (int edges : new int[] {0, 1, 100, 40_000, 150_000}) {
      for (int vertices : new int[] {1, 2, 64, 100_003}) {
        check(weights, vertices, edges, random);
      }
    }
  }

  private static void check(Weights weights, int vertices, int count, SplittableRandom random) {
    List<EdgeList> lists = new ArrayList<>();
    List<Edge> edges = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      lists.add(new EdgeList(weights));
    }
    for (int i = 0; i < count; i++) {
      // A hub, so that one bucket is large.
      int source = random.nextInt(4) == 0 ? vertices / 3 : random.nextInt(vertices);
      Edge edge = edge(weights, source, random.nextInt(vertices), random);
      edges.add(edge);
      lists.get(random.nextInt(2)).addBits(edge.source, edge.target, edge.bits);
    }
    edges.sort(
        Comparator.comparingInt(Edge::source)
            .thenComparingInt(Edge::target)
            .thenComparingDouble(Edge::rank));
    Graph graph = Graph.of(vertices, lists);
    assertEquals(count, graph.offset(vertices));
    int vertex = 0;
    for (int i = 0; i < count; i++) {
      Edge edge = edges.get(i);
      for (; vertex <= edge.source; vertex++) {
        assertEquals(i, graph.offset(vertex));
      }
      assertEquals(edge.target, graph.column(i));
      assertEquals(edge.bits, graph.weightBits(i));
    }
    RowCheck.check(graph.offsets(), graph.columns(), weights, graph.weights());
  }

  private static Edge edge(Weights weights, int source, int target, SplittableRandom random) {
    int weight = random.nextInt(100);
    float real = (random.nextInt(200) - 100) / 4f;
    return switch (weights) {
      case NONE -> new Edge(source, target, 0, 0);
      case INT -> new Edge(source, target, weight, weight);
      case FLOAT -> new Edge(source, target, Float.floatToRawIntBits(real), real);
    };
  }

  @Test
  void listsKeepTheirEdgesAsTheyGrow() {
    var list = new EdgeList(Weights.INT);
    int count = 200_000;
    for (int i = 0; i < count; i++) {
      assertEquals(i, list.size());
      list.add(i, i + 1, i + 2);
    }
    Graph graph = Graph.of(count + 1, list);
    for (int i = 0; i < count; i++) {
      assertEquals(i, graph.offset(i));
      assertEquals(i + 1, graph.column(i));
      assertEquals(i + 2, graph.weight(i));
    }
  }

  @Test
  void edgesOfOtherVerticesAreRefused() {
    var list = new EdgeList(Weights.NONE);
    list.add(3, 4);
    GrCudaException error = assertThrows(GrCudaException.class, () -> Graph.of(4, list));
    assertEquals("graph: an edge from 3 to 4: expected vertices from 0 to 3", error.getMessage());
  }
}
