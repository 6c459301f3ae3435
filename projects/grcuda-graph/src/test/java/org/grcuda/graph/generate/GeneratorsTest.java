package org.grcuda.graph.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.grcuda.graph.EdgeList;
import org.grcuda.graph.Graph;
import org.grcuda.graph.SplitMix64;
import org.grcuda.graph.Weights;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class GeneratorsTest {

  private static final Map<String, Supplier<Graph>> EXAMPLES =
      Map.of(
          "chain", () -> Generators.chain(1000),
          "clique", () -> Generators.clique(100),
          "rmat", () -> Generators.rmat(13, 16, 1),
          "rmat, even scale", () -> Generators.rmat(8, 8, -5),
          "road", () -> Generators.road(200, 300, 1),
          "star", () -> Generators.star(1000),
          "uniform", () -> Generators.uniform(5000, 200_000, 1));

  // A C program that follows the documentation of the generators gives them too.
  private static final Map<String, String> CHECKSUMS =
      Map.of(
          "chain", "4d1f2ff025e47099",
          "clique", "1f069d177b28709",
          "rmat", "6f189ef10761b027",
          "rmat, even scale", "909e5145b08b89b1",
          "road", "2ddfb06a0d8f11b1",
          "star", "cbc9afadd814cd2d",
          "uniform", "2ff3b8987efc4fa2");

  @Test
  void graphsStayWhatTheyAre() {
    Map<String, String> sums = new TreeMap<>();
    EXAMPLES.forEach((name, graph) -> sums.put(name, checksum(graph.get())));
    assertEquals(new TreeMap<>(CHECKSUMS), sums);
  }

  @Test
  void graphsDoNotDependOnTheThreads() {
    EXAMPLES.forEach(
        (name, example) -> {
          try (ForkJoinPool one = new ForkJoinPool(1);
              ForkJoinPool four = new ForkJoinPool(4)) {
            Graph alone = one.submit(example::get).join();
            assertEquals(alone, four.submit(example::get).join(), name);
          }
        });
  }

  @Test
  void otherSeedsGiveOtherGraphs() {
    assertNotEquals(Generators.rmat(8, 8, 1), Generators.rmat(8, 8, 2));
    assertNotEquals(Generators.road(20, 20, 1), Generators.road(20, 20, 2));
    assertNotEquals(Generators.uniform(99, 999, 1), Generators.uniform(99, 999, 2));
  }

  @Test
  void graphsHaveTheirNumbersOfVerticesAndEdges() {
    assertSize(2, 2, Generators.rmat(1, 1, 0));
    assertSize(1024, 7168, Generators.rmat(10, 7, 3));
    assertSize(77, 100_001, Generators.uniform(77, 100_001, 3));
    assertSize(5, 0, Generators.uniform(5, 0, 3));
    assertSize(1, 0, Generators.road(1, 1, 3));
    assertSize(1, 0, Generators.chain(1));
    assertSize(2, 2, Generators.chain(2));
    assertSize(6, 10, Generators.chain(6));
    assertSize(1, 0, Generators.star(1));
    assertSize(6, 10, Generators.star(6));
    assertSize(1, 0, Generators.clique(1));
    assertSize(6, 30, Generators.clique(6));
  }

  @Test
  void graphsOfPromisedSymmetryAreSymmetric() {
    for (Graph graph :
        new Graph[] {
          Generators.road(50, 70, 1),
          Generators.road(1, 70, 2),
          Generators.road(70, 1, 3),
          Generators.chain(10),
          Generators.star(10),
          Generators.clique(10)
        }) {
      assertSame(graph, graph.symmetric());
    }
  }

  @Test
  void knownGraphsHaveTheirShape() {
    for (int vertices = 1; vertices < 9; vertices++) {
      EdgeList chain = new EdgeList(Weights.NONE);
      EdgeList star = new EdgeList(Weights.NONE);
      EdgeList clique = new EdgeList(Weights.NONE);
      for (int vertex = 1; vertex < vertices; vertex++) {
        chain.add(vertex, vertex - 1);
        star.add(0, vertex);
        for (int other = 0; other < vertex; other++) {
          clique.add(vertex, other);
        }
      }
      assertEquals(Graph.of(vertices, chain).symmetric(), Generators.chain(vertices));
      assertEquals(Graph.of(vertices, star).symmetric(), Generators.star(vertices));
      assertEquals(Graph.of(vertices, clique).symmetric(), Generators.clique(vertices));
    }
  }

  @Test
  void uniformEdgesAreThoseOfTheDocumentation() {
    EdgeList list = new EdgeList(Weights.NONE);
    for (int i = 0; i < 1000; i++) {
      list.add(
          (int) Math.unsignedMultiplyHigh(SplitMix64.at(7, 2 * i), 37),
          (int) Math.unsignedMultiplyHigh(SplitMix64.at(7, 2 * i + 1), 37));
    }
    assertEquals(Graph.of(37, list), Generators.uniform(37, 1000, 7));
  }

  @Test
  void degreesOfUniformGraphsAreAlike() {
    Graph graph = Generators.uniform(1000, 1_000_000, 5);
    for (int vertex = 0; vertex < 1000; vertex++) {
      // Six standard deviations of about 32 each.
      assertEquals(1000, graph.degree(vertex), 190);
    }
  }

  @Test
  void degreesOfRmatGraphsAreSkewed() {
    Graph graph = Generators.rmat(14, 16, 1);
    long largest = 0;
    int without = 0;
    int hubsOfLowNumber = 0;
    for (int vertex = 0; vertex < graph.vertices(); vertex++) {
      largest = Math.max(largest, graph.degree(vertex));
      without += graph.degree(vertex) == 0 ? 1 : 0;
      hubsOfLowNumber += vertex < graph.vertices() / 2 && graph.degree(vertex) > 200 ? 1 : 0;
    }
    // All 14 levels lead a source to the lower half with probability 0.76: 0.0214 of the edges.
    assertEquals(0.76, Math.pow((double) largest / graph.edges(), 1.0 / 14), 0.01);
    assertTrue(without > graph.vertices() / 5, "vertices without edges");
    assertTrue(hubsOfLowNumber > 20, "labels are permuted");
  }

  @Test
  void roadsAreGridsWithAboutFiveOfEightEdges() {
    Graph graph = Generators.road(300, 200, 4);
    double degree = (double) graph.edges() / graph.vertices();
    assertTrue(degree > 2.2 && degree < 2.8, () -> "mean degree " + degree);
    for (int source = 0; source < graph.vertices(); source++) {
      for (long edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
        int target = graph.column(edge);
        int rows = Math.abs(source / 200 - target / 200);
        int columns = Math.abs(source % 200 - target % 200);
        assertEquals(1, rows + columns);
        assertTrue(graph.weight(edge) >= 1 && graph.weight(edge) <= 100);
        long kept = SplitMix64.at(4, 2L * Math.min(source, target) + rows);
        assertTrue(kept >>> 61 < 5);
      }
    }
  }

  @Test
  void badArgumentsAreRefused() {
    refused("rmat, 'scale': expected 1 to 30, given 31", () -> Generators.rmat(31, 16, 0));
    refused("rmat, 'scale': expected 1 to 30, given 0", () -> Generators.rmat(0, 16, 0));
    refused("rmat, 'edgesPerVertex': expected 1 to 1024, given 0", () -> Generators.rmat(5, 0, 0));
    refused(
        "rmat, 'edgesPerVertex': expected 1 to 1024, given 1025",
        () -> Generators.rmat(5, 1025, 0));
    refused("road, 'rows': expected 1 to 2147483646, given 0", () -> Generators.road(0, 1, 0));
    refused("road, 'columns': expected 1 to 2147483646, given -7", () -> Generators.road(1, -7, 0));
    refused(
        "road, 'rows' times 'columns': expected 1 to 2147483646, given 2147483648",
        () -> Generators.road(1 << 16, 1 << 15, 0));
    refused(
        "uniform, 'vertices': expected 1 to 2147483646, given 0",
        () -> Generators.uniform(0, 1, 0));
    refused(
        "uniform, 'edges': expected 0 to 1099511627776, given -1",
        () -> Generators.uniform(1, -1, 0));
    refused("chain, 'vertices': expected 1 to 2147483646, given 0", () -> Generators.chain(0));
    refused(
        "star, 'vertices': expected 1 to 2147483646, given 2147483647",
        () -> Generators.star(Integer.MAX_VALUE));
    refused(
        "clique, 'vertices': expected 1 to 1048576, given 1048577",
        () -> Generators.clique(1048577));
  }

  private static void assertSize(int vertices, long edges, Graph graph) {
    assertEquals(vertices, graph.vertices());
    assertEquals(edges, graph.edges());
  }

  private static void refused(String message, Executable action) {
    GrCudaException error = assertThrows(GrCudaException.class, action);
    assertEquals(message, error.getMessage());
    assertEquals(GrCudaException.Kind.VALUE, error.kind());
  }

  /** FNV-1a of 64 bits over the words of 32 bits of the rows. */
  private static String checksum(Graph graph) {
    long sum = 0xcbf29ce484222325L;
    MemorySegment[] parts = {graph.offsets(), graph.columns(), graph.weights()};
    for (MemorySegment part : parts) {
      for (long i = 0; i < part.byteSize() / Integer.BYTES; i++) {
        long word = Integer.toUnsignedLong(part.getAtIndex(ValueLayout.JAVA_INT, i));
        sum = (sum ^ word) * 0x100000001b3L;
      }
    }
    return Long.toHexString(sum);
  }
}
