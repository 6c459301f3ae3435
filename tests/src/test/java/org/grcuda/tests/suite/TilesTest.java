package org.grcuda.tests.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grcuda.CudaDevice;
import org.grcuda.GrCuda;
import org.grcuda.bench.suite.ProgramResult;
import org.grcuda.bench.suite.SuiteFiles;
import org.grcuda.bench.suite.host.JavaProgram;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.tests.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The benchmarks on tiles where a device has room for five of them: what they compute is right
 * while tiles come and go, under every policy on one device, two and four; and versions by hand.
 */
final class TilesTest {

  /** Rows of the matrices, in five tiles along a side: 13, 13, 12, 13 and 13. */
  private static final int SIZE = 64;

  private static final int TILES = 5;

  /** What a tile takes of a device's memory at most: its bytes are rounded up. */
  private static final int TILE_BYTES = 768;

  /** What a block of rows takes, of matmul-2d. */
  private static final int BLOCK_BYTES = 3328;

  private static final int ROOM = 5;

  private static final List<String> BENCHMARKS =
      List.of("lu-tiles", "cholesky-tiles", "matmul-3d", "task-graph");

  private final SuiteFiles files = SuiteFiles.find();

  /** Every policy, the numbers of devices in turn; two policies on each. */
  static Stream<Arguments> all() {
    List<Integer> devices = List.of(1, 2, 4);
    DeviceSelection[] policies = DeviceSelection.values();
    return Stream.concat(
        Stream.of("round-robin", "darts")
            .flatMap(policy -> devices.stream().map(count -> Arguments.of(policy, count))),
        IntStream.range(0, policies.length)
            .filter(i -> policies[i] != DeviceSelection.DARTS)
            .mapToObj(
                i -> Arguments.of(policies[i].optionName(), devices.get(i % devices.size()))));
  }

  private static GrCuda open(String policy, int devices, int bytes) {
    return Configuration.of(
            "CpuDevices",
            "" + devices,
            "CpuDeviceMemory",
            "" + ROOM * bytes,
            "DevicePoolShare",
            "1",
            "MemoryManager",
            "replicated",
            "DeviceSelectionPolicy",
            policy)
        .typed()
        .open();
  }

  private void assertValid(GrCuda cuda, String host, String benchmark, int density)
      throws IOException {
    ProgramResult result =
        JavaProgram.run(
            cuda,
            host,
            files,
            List.of(
                benchmark,
                "--size=" + (benchmark.equals("task-graph") ? TILES * TILE_BYTES / 4 : SIZE),
                "--partitions=" + TILES,
                "--density=" + density,
                "--warm-up=0",
                "--iterations=2"));
    assertEquals(Boolean.TRUE, result.valid(), () -> "not valid: " + result.json());
  }

  @ParameterizedTest
  @MethodSource("all")
  void computeWhatTheHostDoes(String policy, int devices) throws IOException {
    try (GrCuda cuda = open(policy, devices, TILE_BYTES)) {
      for (String benchmark : BENCHMARKS) {
        assertValid(cuda, JavaProgram.HOST, benchmark, 100);
        assertValid(cuda, JavaProgram.HOST, benchmark, 40);
      }
      if (devices == 1) {
        CudaDevice device = cuda.devices().getFirst();
        assertTrue(device.traffic().evictions() > 0, () -> "" + device.traffic());
      }
    }
    try (GrCuda cuda = open(policy, devices, BLOCK_BYTES)) {
      assertValid(cuda, JavaProgram.HOST, "matmul-2d", 100);
    }
  }

  @ParameterizedTest
  @MethodSource("byHand")
  void byHandTheyDoToo(String benchmark, int devices) throws IOException {
    try (GrCuda cuda = open("round-robin", devices, TILE_BYTES)) {
      assertValid(cuda, JavaProgram.HOST_BY_HAND, benchmark, 100);
      assertValid(cuda, JavaProgram.HOST_BY_HAND, benchmark, 40);
    }
  }

  static Stream<Arguments> byHand() {
    return Stream.of("lu-tiles", "cholesky-tiles", "matmul-3d")
        .flatMap(benchmark -> Stream.of(1, 2, 4).map(devices -> Arguments.of(benchmark, devices)));
  }

  /** Where everything fits, one device loads each byte once: of results, too. */
  @ParameterizedTest
  @MethodSource("inPlace")
  void withMemoryForAllEachTileIsLoadedOnce(String benchmark, long tiles) throws IOException {
    Map<String, String> large =
        Map.of("MemoryManager", "replicated", "CpuDevices", "1", "CpuDeviceMemory", "1M");
    GrCuda.Builder builder = Configuration.of().typed();
    large.forEach(builder::option);
    try (GrCuda cuda = builder.open()) {
      JavaProgram.run(
          cuda,
          JavaProgram.HOST,
          files,
          List.of(
              benchmark,
              "--size=60",
              "--partitions=5",
              "--warm-up=0",
              "--iterations=1",
              "--validate=false"));
      CudaDevice device = cuda.devices().getFirst();
      assertEquals(tiles * 12 * 12 * Float.BYTES, device.traffic().loads());
      assertEquals(0, device.traffic().evictions());
      assertEquals(0, device.traffic().peerLoads());
    }
  }

  static Stream<Arguments> inPlace() {
    return Stream.of(
        Arguments.of("lu-tiles", 25),
        Arguments.of("cholesky-tiles", 15),
        Arguments.of("matmul-3d", 75),
        Arguments.of("matmul-2d", 75));
  }
}
