package org.grcuda.attacks.wild;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random kernels with wild pointers, on every engine: each computes or fails as CUDA's kernels do,
 * other contexts' memory and the process's stay as they are, and the next kernel computes. {@code
 * -Dgrcuda.test.kernels=10000} runs so many, from {@code -Dgrcuda.test.seed}.
 */
@Timeout(value = 6, unit = TimeUnit.HOURS)
final class WildKernelsTest {

  private static final int KERNELS = Integer.getInteger("grcuda.test.kernels", 200);
  private static final long FIRST = Long.getLong("grcuda.test.seed", 1);
  private static final int REPORTED = 1000;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "machine code, CpuSimd, auto, false",
    "bytecode, CpuSimd, false, false",
    "checked bytecode, MemCheck, true, false",
    "interpreter, CpuSimd, auto, true"
  })
  void faultsOrComputes(String engine, String option, String value, boolean interpreted)
      throws Exception {
    try (Canary canary = new Canary();
        WildRunner runner = new WildRunner(Map.of(option, value), interpreted, canary, folder)) {
      for (long k = 1; k <= KERNELS; k++) {
        runner.run(FIRST + k - 1);
        if (k % REPORTED == 0 || k == KERNELS) {
          System.out.printf(
              "%s: %d wild kernels, seeds from %d: %s%n", engine, k, FIRST, runner.outcomes());
        }
      }
      int computed = runner.outcomes().getOrDefault("computed", 0);
      int illegal = runner.outcomes().getOrDefault("CUDA_ERROR_ILLEGAL_ADDRESS", 0);
      assertTrue(computed > 0 && illegal > KERNELS / 4, () -> runner.outcomes().toString());
    }
  }
}
