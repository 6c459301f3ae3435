package org.grcuda.tests.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.CudaDevice;
import org.grcuda.GrCuda;
import org.grcuda.bench.suite.ProgramResult;
import org.grcuda.bench.suite.SuiteFiles;
import org.grcuda.bench.suite.host.JavaProgram;
import org.grcuda.runtime.memory.Traffic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the published results on data larger than memory say of DARTS and its rivals, at small sizes
 * on simulated V100 with little memory: see docs/out-of-core-results.md for the real ones.
 */
final class OutOfCoreTest {

  private static final List<String> RIVALS = List.of("dmdas", "ws", "eager", "ap");

  /** Elements along a side of a tile, as published: 33 MB. */
  private static final int TILE = 2880;

  @TempDir Path folder;

  private record Outcome(double seconds, double loads) {}

  /** Under each policy, on the first devices of a machine with so much memory each. */
  private Map<String, Outcome> run(String benchmark, int tiles, int devices, int gibibytes)
      throws IOException {
    return run(benchmark, tiles, TILE, devices, gibibytes);
  }

  /** As above, with so many elements along a side of a tile. */
  private Map<String, Outcome> run(
      String benchmark, int tiles, int side, int devices, int gibibytes) throws IOException {
    Path topology = folder.resolve("topology.json");
    Files.writeString(
        topology, "{\"like\": \"v100-8\", \"device\": {\"memory\": %d}}".formatted(gibibytes));
    Map<String, Outcome> outcomes = new HashMap<>();
    for (String policy : List.of("darts", "dmdas", "ws", "eager", "ap", "auto")) {
      GrCuda.Builder builder =
          GrCuda.builder()
              .option("Backend", "sim")
              .option("Topology", topology.toString())
              .option("SimCompute", "false")
              .option("NumberOfGPUs", "" + devices)
              .option("MemoryManager", "replicated")
              .option("DeviceSelectionPolicy", policy);
      if (RIVALS.contains(policy)) {
        builder.option("EvictionPolicy", "lru");
      }
      try (GrCuda cuda = builder.open()) {
        outcomes.put(policy, run(cuda, benchmark, tiles, side));
      }
    }
    return outcomes;
  }

  private static Outcome run(GrCuda cuda, String benchmark, int tiles, int side)
      throws IOException {
    List<String> arguments =
        List.of(
            benchmark,
            "--size=" + (long) tiles * side,
            "--partitions=" + tiles,
            "--data=touch",
            "--warm-up=0",
            "--iterations=1");
    ProgramResult result = JavaProgram.run(cuda, JavaProgram.HOST, SuiteFiles.find(), arguments);
    double loads = 0;
    for (CudaDevice device : cuda.devices()) {
      Traffic traffic = device.traffic();
      loads += traffic.loads() + traffic.peerLoads();
    }
    return new Outcome(result.medianSeconds(), loads);
  }

  private static double fastest(Map<String, Outcome> outcomes) {
    return outcomes.values().stream().mapToDouble(Outcome::seconds).min().orElseThrow();
  }

  private static void assertLoadsMore(double factor, Map<String, Outcome> outcomes, String rival) {
    double more = outcomes.get(rival).loads() / outcomes.get("darts").loads();
    assertTrue(more >= factor, () -> rival + " loads " + more + " times as much as DARTS");
  }

  /** Figure 6: ten times the memory. Only EAGER, submitted in a good order, is as fast. */
  @Test
  void choleskyBeyondMemoryLoadsLeastAndRunsAtFullSpeed() throws IOException {
    Map<String, Outcome> outcomes = run("cholesky-tiles", 24, 1, 2);
    assertTrue(outcomes.get("darts").seconds() < 1.02 * fastest(outcomes), outcomes::toString);
    assertLoadsMore(1.5, outcomes, "eager");
    for (String rival : List.of("dmdas", "ws", "ap")) {
      assertLoadsMore(2.5, outcomes, rival);
    }
  }

  /** Figure 14: two and a half times the memory of four devices. */
  @Test
  void luBeyondMemoryIsFastestAndLoadsLeast() throws IOException {
    Map<String, Outcome> outcomes = run("lu-tiles", 24, 4, 2);
    assertEquals(fastest(outcomes), outcomes.get("darts").seconds(), outcomes::toString);
    assertLoadsMore(1.7, outcomes, "eager");
    assertLoadsMore(1.6, outcomes, "ws");
    assertLoadsMore(2, outcomes, "dmdas");
    assertEquals(outcomes.get("darts"), outcomes.get("auto"), "auto does as DARTS does");
  }

  /** Figures 10 and 15: at most 3 % slower than the best. */
  @Test
  void withinMemoryItIsAsFastAsItsRivals() throws IOException {
    Map<String, Outcome> outcomes = run("lu-tiles", 9, 4, 1);
    assertTrue(outcomes.get("darts").seconds() < 1.03 * fastest(outcomes), outcomes::toString);
    for (String rival : RIVALS) {
      assertLoadsMore(1.2, outcomes, rival);
    }
  }

  @Test
  void withinTheMemoryOfOneDeviceEachTileIsLoadedOnce() throws IOException {
    int tiles = 6 * 7 / 2;
    for (Outcome outcome : run("cholesky-tiles", 6, 1, 1).values()) {
      assertEquals((double) tiles * TILE * TILE * Float.BYTES, outcome.loads());
    }
  }

  /**
   * Half the memory, and kernels of 10 us that wait for transfers of 55: with what comes next on
   * its way meanwhile, the device is as fast as where everything is submitted at once.
   */
  @Test
  void transfersOverlapShortKernels() throws IOException {
    Map<String, Outcome> products = run("matmul-3d", 16, 396, 1, 1);
    assertTrue(products.get("darts").seconds() < 1.08 * fastest(products), products::toString);
    Map<String, Outcome> factors = run("lu-tiles", 24, 457, 1, 1);
    assertTrue(factors.get("darts").seconds() < 1.03 * fastest(factors), factors::toString);
    assertTrue(factors.get("auto").seconds() < 1.03 * fastest(factors), factors::toString);
  }
}
