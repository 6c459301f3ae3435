package org.grcuda.tests.property;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import org.grcuda.tests.Configuration;
import org.grcuda.tests.cuda.DriverDouble;
import org.grcuda.tests.cuda.DriverDouble.Execution;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random programs on the double of NVIDIA's driver, of which one call fails, or whose GPU faults:
 * no result is wrong, nothing hangs, and after a failed call everything is given back.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class GpuFailuresTest {

  private static final int ROUNDS = Integer.getInteger("grcuda.test.rounds", 6);

  private static final long FIRST = Long.getLong("grcuda.test.seed", 0);

  private static final int PROGRAMS = 4;
  private static final int GPUS = 2;
  private static final int OUT_OF_MEMORY = 2;
  private static final int NOT_PERMITTED = 800;
  private static final int ILLEGAL_ADDRESS = 700;
  private static final int LAUNCH_TIMEOUT = 702;

  /** How a program tells that it read something wrong. */
  private static final String MISMATCH = ", expected ";

  private ProgramRunner runner;
  private DriverDouble gpus;

  @BeforeAll
  void prepare(@TempDir Path folder) throws Exception {
    runner = new ProgramRunner(folder);
    gpus = DriverDouble.build(folder);
  }

  @AfterAll
  void forget() {
    gpus.forget();
  }

  private void start(Execution execution, long seed) {
    gpus.reset(GPUS);
    gpus.record(false);
    gpus.execute(execution, seed);
  }

  /** Runs programs; returns what failed, empty if nothing did. */
  private String run(String memory, long seed) throws IOException {
    Configuration configuration =
        new Configuration(
            Map.of(
                "Backend",
                "cuda",
                "NumberOfGPUs",
                "" + GPUS,
                "MemoryManager",
                memory,
                "DeviceSelectionPolicy",
                "round-robin"));
    try {
      runner.run(configuration, seed, PROGRAMS);
      return "";
    } catch (AssertionError e) {
      return e.getMessage().lines().findFirst().orElseThrow();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cuMemAllocManaged, managed, 2",
    "cuMemHostAlloc, replicated, 2",
    "cuMemAlloc_v2, replicated, 2",
    "cuStreamCreate, managed, 2",
    "cuEventCreate, replicated, 800",
    "cuEventCreate, managed, 2",
    "cuModuleLoadDataEx, managed, 2",
    "cuLaunchKernel, managed, 800",
    "cuLaunchKernel, replicated, 2",
    "cuMemcpyAsync, replicated, 800",
    "cuMemsetD32Async, managed, 800",
    "cuStreamWaitEvent, managed, 800",
    "cuEventRecord, replicated, 800",
    "cuEventQuery, managed, 800",
    "cuEventSynchronize, managed, 800",
    "cuEventSynchronize, replicated, 800"
  })
  void failedCallSpoilsNoResultAndLosesNothing(String function, String memory, int status)
      throws IOException {
    assertTrue(status == OUT_OF_MEMORY || status == NOT_PERMITTED);
    SplittableRandom random = new SplittableRandom(FIRST + function.hashCode());
    for (int round = 0; round < ROUNDS; round++) {
      long seed = random.nextLong();
      start(Execution.values()[1 + round % 2], seed);
      gpus.fail(function, random.nextInt(1 << round), status);
      String failed = run(memory, seed);
      assertFalse(failed.contains(MISMATCH), failed);
      gpus.assertClean();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {ILLEGAL_ADDRESS, LAUNCH_TIMEOUT})
  void faultEndsProgramsAndNothingHangs(int status) throws IOException {
    SplittableRandom random = new SplittableRandom(FIRST + status);
    int told = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long seed = random.nextLong();
      start(Execution.values()[1 + round % 2], seed);
      gpus.faultAfter(random.nextInt(60), status);
      String failed = run(round % 4 < 2 ? "managed" : "replicated", seed);
      assertFalse(failed.contains(MISMATCH), failed);
      told += failed.contains("" + status) ? 1 : 0;
      assertEquals("", gpus.violations());
    }
    assertEquals(ROUNDS, told, "each fault is told");
  }
}
