package org.grcuda.tests.route;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.tests.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random programs over routers. {@code -Dgrcuda.test.programs=100000} runs so many of each
 * configuration, {@code -Dgrcuda.test.seed=7} begins with the program of that seed.
 */
final class RandomRouterTest {

  private static final int PROGRAMS = Integer.getInteger("grcuda.test.programs", 150);
  private static final long FIRST = Long.getLong("grcuda.test.seed", 1);

  static List<Configuration> configurations() {
    return List.of(
        Configuration.of("CpuDevices", "1"),
        Configuration.of("CpuDevices", "2", "MemoryManager", "managed"),
        Configuration.of("CpuDevices", "3", "MemoryManager", "replicated"),
        Configuration.of("CpuDevices", "3", "BandwidthMatrix", "v100-8"),
        Configuration.of(
            "CpuDevices", "3", "BandwidthMatrix", "v100-8", "MemoryManager", "replicated"),
        Configuration.of("Backend", "sim", "Topology", "v100-2"),
        Configuration.of("Backend", "sim", "Topology", "pcie-4", "MemoryManager", "replicated"),
        Configuration.of("CpuDevices", "2", "DeviceSelectionPolicy", "lookahead"),
        Configuration.of("CpuDevices", "2", "DeviceSelectionPolicy", "darts"),
        Configuration.of("CpuDevices", "2", "ExecutionPolicy", "sync"));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void eachRowArrivesOnceAndInOrder(Configuration configuration) {
    try (GrCuda cuda = configuration.typed().open()) {
      Kernel add =
          cuda.buildKernel(
              """
              extern "C" __global__ void add(int *x, int value, int n) {
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n) x[i] += value;
              }\
              """,
              "add(x: inout pointer sint32, value: sint32, n: sint32)");
      Kernel count =
          cuda.buildKernel(
              """
              extern "C" __global__ void count(int *y, unsigned *counter, int first, int n) {
                int i = threadIdx.x;
                if (i < n) y[i] = first + i;
                if (i == 0) *counter = n;
              }\
              """,
              "count(y: inout pointer sint32, counter: inout pointer uint32,"
                  + " first: sint32, n: sint32)");
      for (long seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
        try {
          new RandomRouterProgram(cuda, add, count, seed).run();
        } catch (RuntimeException | AssertionError e) {
          fail("program " + seed + " under " + configuration + ": " + e, e);
        }
      }
    }
  }
}
