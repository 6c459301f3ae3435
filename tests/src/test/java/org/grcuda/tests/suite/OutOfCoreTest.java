package org.grcuda.tests.suite;

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
        outcomes.put(policy, run(cuda, benchmark, tiles));
      }
    }
    return outcomes;
  }

  private static Outcome run(GrCuda cuda, String benchmark, int tiles) throws IOException {
    List<String> arguments =
        List.of(
            benchmark,
            "--size=" + (long) tiles * TILE,
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

  @Test
  void print() throws IOException {
    System.out.println("chol 1x1 10 " + run("cholesky-tiles", 6, 1, 1));
    System.out.println("chol 1x1 20 " + run("cholesky-tiles", 20, 1, 1));
    System.out.println("chol 1x2 24 " + run("cholesky-tiles", 24, 1, 2));
    System.out.println("lu 4x1 16 " + run("lu-tiles", 16, 4, 1));
    System.out.println("lu 4x1 20 " + run("lu-tiles", 20, 4, 1));
    System.out.println("lu 4x2 24 " + run("lu-tiles", 24, 4, 2));
    System.out.println("lu 4x1 9 " + run("lu-tiles", 9, 4, 1));
    assertTrue(true);
  }
}
