package org.grcuda.worklist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.grcuda.GrCuda;
import org.grcuda.graph.Graph;
import org.grcuda.graph.algorithm.Bfs;
import org.grcuda.graph.algorithm.PageRank;
import org.grcuda.graph.algorithm.Sssp;
import org.grcuda.graph.generate.Generators;
import org.grcuda.graph.partition.Partition;
import org.grcuda.graph.reference.Reference;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class WorklistTest {

  private static final GrCuda CUDA = GrCuda.builder().option("CpuDevices", "2").open();

  private static final StateArray LEAST = new StateArray("least", ElementType.UINT, 9);

  private static final String SOURCE =
      """
      struct Least {
        static __device__ unsigned begin(State s, int v) { return s.least[v]; }
        static __device__ unsigned along(State s, unsigned least, int v, int e) { return least; }
        static __device__ bool improves(State s, int u, unsigned least) {
          return least < atomicMin(&s.least[u], least);
        }
      };
      """;

  @AfterAll
  static void close() {
    CUDA.close();
  }

  private static Operator operator(StateArray... state) {
    return new Operator("Least", SOURCE, List.of(state), "least", Combine.MIN);
  }

  private static Worklist worklist(Graph graph, int parts) {
    Partition partition = Partition.blocks(graph, parts);
    return new Worklist(CUDA, partition, operator(LEAST), Settings.DEFAULT);
  }

  @Test
  void aValueGoesAlongAllEdgesAndOnlyForwards() {
    try (Worklist list = worklist(Generators.chain(7), 3)) {
      list.push(3, 2);
      list.push(0, 5);
      list.run();
      assertArrayEquals(new int[] {2, 2, 2, 2, 2, 2, 2}, list.gatherInts("least"));
      list.reset();
      assertEquals(0, list.statistics().steps());
      list.run();
      assertArrayEquals(new int[] {9, 9, 9, 9, 9, 9, 9}, list.gatherInts("least"));
      list.pushAll(4);
      list.run();
      assertArrayEquals(new int[] {4, 4, 4, 4, 4, 4, 4}, list.gatherInts("least"));
    }
  }

  @Test
  void eachEdgeIsFollowedOnceIfNothingIsTakenAgain() {
    Graph graph = Generators.uniform(1000, 3000, 2).symmetric();
    Settings settings = Settings.DEFAULT.schedule(Settings.Schedule.BULK_SYNCHRONOUS);
    try (Bfs bfs = new Bfs(CUDA, Partition.blocks(graph, 3), settings)) {
      int[] levels = bfs.run(0);
      long edges = 0;
      for (int vertex = 0; vertex < levels.length; vertex++) {
        edges += levels[vertex] == Bfs.UNREACHED ? 0 : graph.degree(vertex);
      }
      assertEquals(edges, bfs.statistics().edges());
      assertTrue(bfs.statistics().packets() > 0);
      // Again, from elsewhere.
      assertArrayEquals(Reference.bfs(graph, 5), bfs.run(5));
    }
  }

  @Test
  void aHubWithMoreEdgesThanABlockHasThreadsIsShared() {
    Graph star = Generators.star(100_000);
    try (Bfs bfs = new Bfs(CUDA, Partition.blocks(star, 4))) {
      assertArrayEquals(Reference.bfs(star, 1), bfs.run(1));
    }
  }

  /** Without an order, vertices are improved and taken at the same time, by several blocks. */
  @Test
  void noImprovementIsLostWhileItsVertexIsTaken() {
    Graph graph = Generators.rmat(13, 8, 1).symmetric().withRandomWeights(100_000, 1);
    int[] expected = Reference.sssp(graph, 1);
    Settings settings = Settings.DEFAULT.fused(0, 1);
    // One device has all cores of the machine.
    try (GrCuda cuda = GrCuda.open();
        Sssp sssp = new Sssp(cuda, Partition.blocks(graph, 1), settings)) {
      for (int run = 0; run < 40; run++) {
        assertArrayEquals(expected, sssp.run(1));
      }
    }
  }

  @Test
  void orderSavesEdges() {
    Graph road = Generators.road(60, 60, 1);
    Partition partition = Partition.blocks(road, 1);
    try (Sssp ordered = new Sssp(CUDA, partition);
        Sssp without = new Sssp(CUDA, partition, Settings.DEFAULT)) {
      assertArrayEquals(without.run(0), ordered.run(0));
      assertTrue(ordered.statistics().edges() < without.statistics().edges());
    }
  }

  @Test
  void aKernelThatFailsIsToldAndNothingElseBreaks() {
    String faulty = SOURCE.replace("return s.least[v];", "return s.least[v + (1 << 28)];");
    Operator operator = new Operator("Least", faulty, List.of(LEAST), "least", Combine.MIN);
    Partition partition = Partition.blocks(Generators.chain(7), 2);
    try (Worklist list = new Worklist(CUDA, partition, operator, Settings.DEFAULT)) {
      list.push(3, 2);
      GrCudaException error = assertThrows(GrCudaException.class, list::run);
      assertEquals(GrCudaException.Kind.DEVICE, error.kind());
      assertTrue(error.getMessage().contains("expandFused"), error.getMessage());
      String refusal = list + ": its run has failed; make another";
      refused(refusal, list::run);
      refused(refusal, list::reset);
      refused(refusal, () -> list.push(0, 1));
    }
    aValueGoesAlongAllEdgesAndOnlyForwards();
  }

  @Test
  void badInputIsRefused() {
    Graph chain = Generators.chain(3);
    Partition partition = Partition.blocks(chain, 2);
    try (Worklist list = worklist(chain, 2)) {
      refused("worklist, push: vertex 3, expected 0 to 2", () -> list.push(3, 1));
      refused(
          "worklist, state 'least' of uint: value -1 is none of this type", () -> list.push(0, -1));
      refused(
          "worklist, state 'least' of uint: value 0.5 is none of this type",
          () -> list.pushAll(0.5));
      refused("worklist: no state 'most'; there are least", () -> list.gatherInts("most"));
      refused(
          "worklist: state 'least' has elements of type uint, not floats",
          () -> list.gatherFloats("least"));
    }
    refused(
        "worklist, state 'own' is a name of the graph's own arrays",
        () -> operator(LEAST, new StateArray("own", ElementType.UINT, 0)));
    refused("worklist, state 'least' is given twice", () -> operator(LEAST, LEAST));
    refused(
        "worklist, value 'least' is no state; there are a",
        () -> operator(new StateArray("a", ElementType.UINT, 0)));
    refused(
        "worklist, state '1a': expected a name of C",
        () -> new StateArray("1a", ElementType.UINT, 0));
    refused(
        "worklist, state 'a' of double: expected int, uint or float",
        () -> new StateArray("a", ElementType.DOUBLE, 0));
    refused(
        "worklist, state 'a' of int: value 2147483648 is none of this type",
        () -> new StateArray("a", ElementType.INT, 1L << 31));
    refused(
        "worklist, 'delta': expected an integer, as values are of type uint; given 0.5",
        () -> new Bfs(CUDA, partition, Settings.DEFAULT.delta(0.5)));
    refused("worklist, 'packet': expected at least 1, given 0", () -> Settings.DEFAULT.packet(0));
    refused(
        "worklist, 'delta': expected a number of at least 0, given -1.0",
        () -> Settings.DEFAULT.delta(-1));
    refused(
        "sssp: expected a graph with weights, given a graph of 3 vertices and 4 edges",
        () -> new Sssp(CUDA, partition));
    Settings.Schedule schedule = Settings.DEFAULT.schedule();
    refused(
        "pagerank, 'epsilon': expected a number of at least 1.0E-6, given 0.0",
        () -> new PageRank(CUDA, partition, 0.85, 0, schedule, 1));
    refused(
        "pagerank, 'damping': expected a number between 0 and 1, given 1.0",
        () -> new PageRank(CUDA, partition, 1, 1e-4, schedule, 1));
    refused(
        "pagerank, 'packet': expected at least 1, given 0",
        () -> new PageRank(CUDA, partition, 0.85, 1e-4, schedule, 0));
  }

  private static void refused(String message, Executable action) {
    assertEquals(message, assertThrows(GrCudaException.class, action).getMessage());
  }
}
