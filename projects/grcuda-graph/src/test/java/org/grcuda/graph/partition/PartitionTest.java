package org.grcuda.graph.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.grcuda.graph.Graph;
import org.grcuda.graph.generate.Generators;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class PartitionTest {

  @Test
  void partsHaveTheVerticesAndEdgesOfTheGraph() {
    SplittableRandom random = new SplittableRandom(1);
    for (int run = 0; run < 300; run++) {
      int n = 1 + random.nextInt(40);
      Graph graph = Generators.uniform(n, random.nextInt(100), run).withRandomWeights(50, run);
      int parts = 1 + random.nextInt(9);
      Partition partition =
          random.nextBoolean()
              ? Partition.blocks(graph, parts)
              : Partition.of(graph, parts, random.ints(n, 0, parts).toArray());
      assertEquals(edges(graph), edges(partition));
    }
  }

  @Test
  void partsOfTheReversedGraphHaveTheSameVertices() {
    Graph graph = Generators.uniform(40, 100, 1).withRandomWeights(9, 1);
    Partition partition = Partition.of(graph, 3, new SplittableRandom(2).ints(40, 0, 3).toArray());
    Partition reversed = partition.reversed();
    assertEquals(edges(graph.reversed()), edges(reversed));
    for (int vertex = 0; vertex < 40; vertex++) {
      assertEquals(partition.owner(vertex), reversed.owner(vertex));
    }
    Partition symmetric = Partition.blocks(graph.symmetric(), 3);
    assertSame(symmetric, symmetric.reversed());
  }

  private static List<String> edges(Graph graph) {
    List<String> edges = new ArrayList<>();
    for (int source = 0; source < graph.vertices(); source++) {
      for (long edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
        edges.add(source + ">" + graph.column(edge) + ":" + graph.weight(edge));
      }
    }
    return edges;
  }

  /** The edges, by what the parts say: local numbers, ghosts, and their owners' numbers. */
  private static List<String> edges(Partition partition) {
    List<String> edges = new ArrayList<>();
    long cut = 0;
    for (int source = 0; source < partition.graph().vertices(); source++) {
      Part part = partition.parts().get(partition.owner(source));
      int local = partition.local(source);
      assertEquals(source, part.vertex(local));
      for (int edge = at(part.offsets(), local); edge < at(part.offsets(), local + 1); edge++) {
        int column = at(part.columns(), edge);
        int target = at(part.globals(), column);
        if (column < part.own()) {
          assertEquals(target, part.vertex(column));
        } else {
          int ghost = column - part.own();
          int owner = partition.owner(target);
          assertTrue(part.ghostOffset(owner) <= ghost && ghost < part.ghostOffset(owner + 1));
          assertEquals(partition.local(target), part.remote(ghost));
          cut++;
        }
        edges.add(source + ">" + target + ":" + at(part.weights(), edge));
      }
    }
    assertEquals(cut, partition.cut());
    return edges;
  }

  private static int at(MemorySegment segment, int index) {
    return segment.getAtIndex(ValueLayout.JAVA_INT, index);
  }

  @Test
  void blocksHaveAboutAsManyEdges() {
    Partition partition = Partition.blocks(Generators.rmat(12, 16, 1).symmetric(), 8);
    long all = partition.graph().edges();
    for (Part part : partition.parts()) {
      assertTrue(part.edges() < all / 8 * 1.3, part.index() + ": " + part.edges() + " of " + all);
    }
  }

  @Test
  void whatIsNoPartitionIsRefused() {
    Graph graph = Generators.chain(3);
    refused("partition: expected 1 to 65536 parts, given 0", () -> Partition.blocks(graph, 0));
    refused(
        "partition: 2 owners given, expected one for each of 3 vertices",
        () -> Partition.of(graph, 2, new int[2]));
    refused(
        "partition: vertex 1 is given to part 2, expected 0 to 1",
        () -> Partition.of(graph, 2, new int[] {0, 2, 1}));
  }

  private static void refused(String message, Executable action) {
    assertEquals(message, assertThrows(GrCudaException.class, action).getMessage());
  }

  @Test
  void aPartitionIsShownByItsSize() {
    assertEquals(
        "4 parts of a graph of 3 vertices and 4 edges",
        Partition.blocks(Generators.chain(3), 4).toString());
  }
}
