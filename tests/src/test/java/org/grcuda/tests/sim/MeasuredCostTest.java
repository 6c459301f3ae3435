package org.grcuda.tests.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.UIntArray;
import org.grcuda.graph.Graph;
import org.grcuda.graph.algorithm.Bfs;
import org.grcuda.graph.generate.Generators;
import org.grcuda.graph.partition.Partition;
import org.grcuda.types.GrCudaException;
import org.grcuda.worklist.Settings;
import org.junit.jupiter.api.Test;

/** Kernels whose declared cost names what they really do. */
class MeasuredCostTest {

  private static final int N = 1 << 18;

  private static final String SOURCE =
      """
      extern "C" __global__ void above(const float *x, int n, float least, unsigned *count) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n && x[i] > least) atomicAdd(&count[1], 1u);
      }
      """;

  private static final String SIGNATURE =
      "above(x: in pointer float, n: sint32, least: float, count: inout pointer uint32)";

  private static GrCuda open(boolean computes) {
    return GrCuda.builder()
        .option("Backend", "sim")
        .option("Topology", "v100-1")
        .option("EnableComputationTimers", "true")
        .option("SimCompute", "" + computes)
        .open();
  }

  private static FloatArray numbers(GrCuda cuda) {
    FloatArray numbers = cuda.floatArray(N);
    float[] values = new float[N];
    for (int i = 0; i < N; i++) {
      values[i] = i;
    }
    numbers.copyFrom(values);
    return numbers;
  }

  @Test
  void launchesTakeAsLongAsWhatTheyFound() {
    try (GrCuda cuda = open(true)) {
      Kernel above = cuda.buildKernel(SOURCE, SIGNATURE);
      above.cost(Map.of("bytes", "780 * count[1] + 0 * n", "latency", "3"));
      FloatArray x = numbers(cuda);
      UIntArray count = cuda.uintArray(2);
      for (float least : List.of(N - 1001f, N - 11f, (float) N)) {
        above.forall(N).launch(x, N, least, count);
      }
      assertEquals(1010, count.get(1));
      // At 780 GB/s; each begins 2 microseconds after its turn, and has 3 of latency.
      assertEquals(
          List.of(6000L, 5010L, 5000L), above.times().stream().map(Duration::toNanos).toList());
    }
  }

  @Test
  void elementsThatAreNotThereAreRefused() {
    try (GrCuda cuda = open(true)) {
      Kernel above = cuda.buildKernel(SOURCE, SIGNATURE);
      above.cost(Map.of("bytes", "count[1]"));
      FloatArray x = numbers(cuda);
      GrCudaException short1 =
          assertThrows(
              GrCudaException.class, () -> above.forall(N).launch(x, N, 0f, cuda.uintArray(1)));
      assertEquals(
          "kernel 'above', cost: the argument for 'count' has 1 element, so there is no count[1]",
          short1.getMessage());
      GrCudaException none =
          assertThrows(GrCudaException.class, () -> above.cost(Map.of("bytes", "x[1]")));
      assertTrue(
          none.getMessage().contains("there is no array of 32-bit or 64-bit integers 'x'"),
          none.getMessage());
      above.cost(Map.of("bytes", "n - 10 * count[0]"));
      GrCudaException negative =
          assertThrows(
              GrCudaException.class, () -> above.forall(N).launch(x, N, 0f, cuda.uintArray(2)));
      assertEquals(
          "kernel 'above', cost.bytes is -10.0 for each count[0] of this launch, expected 0 or"
              + " more",
          negative.getMessage());
    }
  }

  @Test
  void withoutComputingNothingCanBeMeasured() {
    try (GrCuda cuda = open(false)) {
      Kernel above = cuda.buildKernel(SOURCE, SIGNATURE);
      above.cost(Map.of("bytes", "count[1]"));
      above.forall(N).launch(cuda.floatArray(N), N, 0f, cuda.uintArray(2));
      GrCudaException refused = assertThrows(GrCudaException.class, cuda::synchronize);
      assertTrue(
          refused
              .getMessage()
              .contains(
                  "the cost of kernel 'above' depends on what it computes, and"
                      + " grcuda.SimCompute=false computes nothing"),
          refused.getMessage());
    }
  }

  @Test
  void searchesTakeAsLongAsTheirEdges() {
    long few = searchNanos(8);
    long many = searchNanos(64);
    // Rounds and what the host does for them are the same or fewer; edges are eight times as many.
    assertTrue(many > 2 * few, few + " and " + many);
  }

  private static long searchNanos(int edgesOfVertex) {
    Graph graph = Generators.uniform(1 << 12, (long) edgesOfVertex << 12, 1).symmetric();
    try (GrCuda cuda =
            GrCuda.builder().option("Backend", "sim").option("Topology", "m60-1").open();
        Bfs bfs =
            new Bfs(
                cuda,
                Partition.blocks(graph, 1),
                Settings.DEFAULT.schedule(Settings.Schedule.BULK_SYNCHRONOUS))) {
      bfs.run(0);
      assertEquals(graph.edges(), bfs.statistics().edges());
      return bfs.statistics().nanos();
    }
  }
}
