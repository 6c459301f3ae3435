package org.grcuda.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class GraphTest {

  @Test
  void rowsAreInTheOrderOfTheirTargets() {
    EdgeList list = new EdgeList(Weights.NONE);
    list.add(2, 0);
    list.add(0, 3);
    list.add(0, 1);
    list.add(3, 3);
    list.add(0, 2);
    Graph graph = Graph.of(5, list);
    assertEquals(List.of("0-1", "0-2", "0-3", "2-0", "3-3"), edges(graph));
    assertEquals(5, graph.vertices());
    assertEquals(5, graph.edges());
    assertEquals(3, graph.degree(0));
    assertEquals(0, graph.degree(1));
    assertEquals(3, graph.offset(1));
    assertEquals(5, graph.offset(5));
    assertEquals(Weights.NONE, graph.weightType());
    assertEquals(0, graph.weights().byteSize());
    assertTrue(graph.columns().isReadOnly());
  }

  @Test
  void parallelEdgesStayAndAreInTheOrderOfTheirWeights() {
    EdgeList list = new EdgeList(Weights.INT);
    list.add(1, 0, 7);
    list.add(1, 0, Integer.MAX_VALUE);
    list.add(1, 0, 0);
    list.add(1, 0, 7);
    assertEquals(
        List.of("1-0:0", "1-0:7", "1-0:7", "1-0:" + Integer.MAX_VALUE), edges(Graph.of(2, list)));
  }

  @Test
  void floatingPointWeightsAreInTheirOrder() {
    float[] ordered = {
      Float.NEGATIVE_INFINITY, -2, -1, -Float.MIN_VALUE, -0f, 0, Float.MIN_VALUE, 1, 1e30f
    };
    EdgeList list = new EdgeList(Weights.FLOAT);
    for (int i : new int[] {5, 8, 0, 3, 7, 1, 6, 2, 4}) {
      list.add(0, 0, ordered[i]);
    }
    Graph graph = Graph.of(1, list);
    for (int i = 0; i < ordered.length; i++) {
      assertEquals(
          Float.floatToRawIntBits(ordered[i]), Float.floatToRawIntBits(graph.floatWeight(i)));
    }
  }

  @Test
  void theOrderAndThePlaceOfEdgesInListsDoNotMatter() {
    SplittableRandom random = new SplittableRandom(1);
    List<EdgeList> lists = new ArrayList<>();
    EdgeList reversed = new EdgeList(Weights.INT);
    List<int[]> drawn = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      drawn.add(new int[] {random.nextInt(1000), random.nextInt(1000), random.nextInt(5)});
    }
    for (int i = 0; i < drawn.size(); i++) {
      if (i % 70_000 == 0) {
        lists.add(new EdgeList(Weights.INT));
      }
      int[] edge = drawn.get(i);
      lists.getLast().add(edge[0], edge[1], edge[2]);
      int[] other = drawn.get(drawn.size() - 1 - i);
      reversed.add(other[0], other[1], other[2]);
    }
    assertEquals(Graph.of(1000, reversed), Graph.of(1000, lists));
  }

  @Test
  void aGraphMayHaveNoEdges() {
    Graph graph = Graph.of(3, new EdgeList(Weights.INT));
    assertEquals(0, graph.edges());
    assertEquals(0, graph.degree(2));
    assertEquals(graph, graph.symmetric());
    assertEquals(
        graph, Graph.ofRows(graph.offsets(), graph.columns(), Weights.INT, graph.weights()));
  }

  @Test
  void edgesThatNameNoVertexAreRefused() {
    refused(
        "graph: an edge from 0 to 4: expected vertices from 0 to 3",
        () -> Graph.of(4, listOf(0, 4)));
    refused(
        "graph: an edge from -1 to 2: expected vertices from 0 to 3",
        () -> Graph.of(4, listOf(-1, 2)));
    refused(
        "graph: an edge from 3 to -2147483648: expected vertices from 0 to 3",
        () -> Graph.of(4, listOf(3, Integer.MIN_VALUE)));
  }

  @Test
  void badNumbersOfVerticesAreRefused() {
    EdgeList none = new EdgeList(Weights.NONE);
    refused("graph: 0 vertices: expected 1 to 2147483646", () -> Graph.of(0, none));
    refused("graph: -1 vertices: expected 1 to 2147483646", () -> Graph.of(-1, none));
    refused(
        "graph: 2147483647 vertices: expected 1 to 2147483646",
        () -> Graph.of(Integer.MAX_VALUE, none));
  }

  @Test
  void listsOfDifferentWeightsAreRefused() {
    refused(
        "graph: lists of edges with NONE and with FLOAT",
        () -> Graph.of(4, List.of(new EdgeList(Weights.NONE), new EdgeList(Weights.FLOAT))));
  }

  @Test
  void edgesWithOtherWeightsThanTheListAreRefused() {
    refused(
        "graph: an edge with weight -1: expected 0 to 2147483647",
        () -> new EdgeList(Weights.INT).add(0, 0, -1));
    refused(
        "graph: an edge with weight NaN: expected a number",
        () -> new EdgeList(Weights.FLOAT).add(0, 0, Float.NaN));
    assertEquals(
        "graph: an edge with a weight of type FLOAT in a list of edges with NONE",
        assertThrows(GrCudaException.class, () -> new EdgeList(Weights.NONE).add(0, 1, 1f))
            .getMessage());
    assertEquals(
        "graph: an edge with a weight of type INT in a list of edges with FLOAT",
        assertThrows(GrCudaException.class, () -> new EdgeList(Weights.FLOAT).add(0, 1, 1))
            .getMessage());
  }

  @Test
  void badRowsAreRefused() {
    refused("graph: 0 vertices: expected 1 to 2147483646", () -> rows(new long[] {0}));
    refused("graph: -1 vertices: expected 1 to 2147483646", () -> rows(new long[0]));
    refused(
        "graph: offsets from 1 to 2: expected 0 to 2, the number of edges",
        () -> rows(new long[] {1, 2}, 0, 0));
    refused(
        "graph: offsets from 0 to 3: expected 0 to 2, the number of edges",
        () -> rows(new long[] {0, 3}, 0, 0));
    refused(
        "graph: the edges of vertex 1 begin at 5 and end at 1",
        () -> rows(new long[] {0, 5, 1, 2}, 0, 0));
    refused(
        "graph: edge 1 leads to vertex 2: expected 0 to 1", () -> rows(new long[] {0, 2, 2}, 0, 2));
    refused(
        "graph: edge 0 leads to vertex -1: expected 0 to 1",
        () -> rows(new long[] {0, 2, 2}, -1, 0));
    refused(
        "graph: the edges of vertex 1 are not in order: 1 stands before 0",
        () -> rows(new long[] {0, 0, 2}, 1, 0));
  }

  @Test
  void rowsWithBadWeightsAreRefused() {
    MemorySegment offsets = MemorySegment.ofArray(new long[] {0, 2});
    MemorySegment columns = MemorySegment.ofArray(new int[2]);
    MemorySegment three = MemorySegment.ofArray(new int[3]);
    refused(
        "graph: weights of 12 bytes: expected 8",
        () -> Graph.ofRows(offsets, columns, Weights.FLOAT, three));
    refused(
        "graph: weights of 12 bytes: expected 0",
        () -> Graph.ofRows(offsets, columns, Weights.NONE, three));
    MemorySegment negative = MemorySegment.ofArray(new int[] {1, -1});
    refused(
        "graph: edge 1 has weight -1: expected 0 to 2147483647",
        () -> Graph.ofRows(offsets, columns, Weights.INT, negative));
    MemorySegment noNumber = MemorySegment.ofArray(new float[] {Float.NaN, 1});
    refused(
        "graph: edge 0 has a weight that is no number",
        () -> Graph.ofRows(offsets, columns, Weights.FLOAT, noNumber));
  }

  @Test
  void graphsAreEqualIfVerticesEdgesAndWeightsAre() {
    Graph graph = rows(new long[] {0, 1, 2}, 1, 0);
    assertEquals(graph, rows(new long[] {0, 1, 2}, 1, 0));
    assertEquals(graph.hashCode(), rows(new long[] {0, 1, 2}, 1, 0).hashCode());
    assertNotEquals(graph, rows(new long[] {0, 2, 2}, 1, 1));
    assertNotEquals(graph, rows(new long[] {0, 1, 2}, 1, 1));
    assertNotEquals(graph, rows(new long[] {0, 1, 2, 2}, 1, 0));
    assertNotEquals(graph, graph.withRandomWeights(1, 0));
    assertNotEquals(graph.withRandomWeights(1000, 0), graph.withRandomWeights(1000, 1));
    assertNotEquals(graph, "graph");
  }

  @Test
  void textTellsVerticesEdgesAndWeights() {
    Graph graph = rows(new long[] {0, 1, 2, 2, 2}, 1, 0);
    assertEquals("graph of 4 vertices and 2 edges", graph.toString());
    assertEquals(
        "graph of 4 vertices and 2 edges with weights of type int",
        graph.withRandomWeights(9, 1).toString());
    assertEquals(
        "graph of 2 vertices and 0 edges with weights of type float",
        Graph.of(2, new EdgeList(Weights.FLOAT)).toString());
  }

  @Test
  void randomWeightsAreThoseOfPairs() {
    Graph graph = rows(new long[] {0, 3, 5, 5}, 1, 1, 2, 0, 1).withRandomWeights(1000, 9);
    assertEquals(graph.weight(0), graph.weight(1));
    assertEquals(graph.weight(0), graph.weight(3));
    long bits = SplitMix64.at(9, 2);
    assertEquals(1 + Math.unsignedMultiplyHigh(bits, 1000), graph.weight(2));
    Graph ones = graph.withRandomWeights(1, 9);
    for (int edge = 0; edge < 5; edge++) {
      assertEquals(1, ones.weight(edge));
      assertTrue(graph.weight(edge) >= 1 && graph.weight(edge) <= 1000);
    }
    refused(
        "weights, 'largest': expected at least 1, given 0", () -> graph.withRandomWeights(0, 9));
  }

  private static Graph rows(long[] offsets, int... columns) {
    return Graph.ofRows(
        MemorySegment.ofArray(offsets),
        MemorySegment.ofArray(columns),
        Weights.NONE,
        MemorySegment.NULL);
  }

  private static EdgeList listOf(int source, int target) {
    EdgeList list = new EdgeList(Weights.NONE);
    list.add(source, target);
    return list;
  }

  private static List<String> edges(Graph graph) {
    List<String> edges = new ArrayList<>();
    for (int source = 0; source < graph.vertices(); source++) {
      for (long edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
        String weight =
            graph.weightType() == Weights.NONE
                ? ""
                : ":" + graph.weights().getAtIndex(ValueLayout.JAVA_INT, edge);
        edges.add(source + "-" + graph.column(edge) + weight);
      }
    }
    return edges;
  }

  private static void refused(String message, Executable action) {
    GrCudaException error = assertThrows(GrCudaException.class, action);
    assertEquals(message, error.getMessage());
    assertEquals(GrCudaException.Kind.VALUE, error.kind());
  }
}
