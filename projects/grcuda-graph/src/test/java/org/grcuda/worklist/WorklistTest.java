package org.grcuda.worklist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.grcuda.GrCuda;
import org.grcuda.graph.EdgeList;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.graph.partition.Partition;
import org.grcuda.types.ElementType;
import org.junit.jupiter.api.Test;

class WorklistTest {

  private static final String BFS =
      """
      struct Bfs {
        static __device__ unsigned begin(State s, int v) { return s.level[v]; }
        static __device__ unsigned along(State s, unsigned level, int v, int e) { return level + 1; }
        static __device__ bool improves(State s, int u, unsigned level) {
          return level < s.level[u] && level < atomicMin(&s.level[u], level);
        }
      };
      """;

  @Test
  void breadthFirst() {
    Graph graph = random(2000, 6000, 1);
    int[] expected = levels(graph, 0);
    Operator operator =
        new Operator(
            "Bfs",
            BFS,
            List.of(new StateArray("level", ElementType.UINT, 0xFFFFFFFFL)),
            "level",
            Combine.MIN);
    try (GrCuda cuda = GrCuda.builder().option("CpuDevices", "2").open()) {
      for (int parts : new int[] {1, 2, 3, 8}) {
        for (Settings settings :
            List.of(
                Settings.DEFAULT,
                Settings.DEFAULT.fused(0, 1).packet(7),
                Settings.DEFAULT.delta(1).strict(true),
                Settings.DEFAULT.delta(2),
                Settings.DEFAULT.schedule(Settings.Schedule.BULK_SYNCHRONOUS))) {
          try (var list = new Worklist(cuda, Partition.blocks(graph, parts), operator, settings)) {
            list.push(0, 0);
            list.run();
            System.err.println(parts + " " + settings + " " + list.statistics());
            assertArrayEquals(expected, list.gatherInts("level"));
          }
        }
      }
    }
  }

  private static int[] levels(Graph graph, int root) {
    int[] levels = new int[graph.vertices()];
    Arrays.fill(levels, -1);
    levels[root] = 0;
    var queue = new ArrayDeque<Integer>(List.of(root));
    while (!queue.isEmpty()) {
      int v = queue.remove();
      for (long e = graph.offset(v); e < graph.offset(v + 1); e++) {
        int u = graph.column(e);
        if (levels[u] < 0) {
          levels[u] = levels[v] + 1;
          queue.add(u);
        }
      }
    }
    return levels;
  }

  private static Graph random(int vertices, int edges, long seed) {
    EdgeList list = new EdgeList(Weights.NONE);
    Random random = new Random(seed);
    for (int i = 0; i < edges; i++) {
      list.add(random.nextInt(vertices), random.nextInt(vertices));
    }
    return Graph.of(vertices, list);
  }
}
