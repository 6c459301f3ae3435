package org.grcuda.tests.property;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.grcuda.GrCuda;
import org.grcuda.tests.Configuration;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Failures under every two values of two options: errors reach what depends on them alone. */
final class FaultyProgramTest {

  /** Of each configuration; more of them, other ones: for long runs by hand. */
  private static final int PROGRAMS = Integer.getInteger("grcuda.test.programs", 30);

  private static final long FIRST = Long.getLong("grcuda.test.seed", 0);

  static List<Configuration> configurations() {
    return OptionSpace.pairwise().stream().map(FaultyProgramTest::withoutFiles).toList();
  }

  private static Configuration withoutFiles(Configuration configuration) {
    return new Configuration(
        configuration.options().entrySet().stream()
            .filter(entry -> !entry.getValue().equals(OptionSpace.NEW_FILE))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void failuresReachWhatDependsOnThemAlone(Configuration configuration) {
    try (GrCuda cuda = configuration.typed().messages(line -> {}).open()) {
      FaultyProgram program = new FaultyProgram(cuda, configuration);
      for (long seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
        assertNull(runGuarded(program, seed), () -> OptionSpace.describe(configuration));
      }
    }
  }

  private static String runGuarded(FaultyProgram program, long seed) {
    try {
      return program.run(seed);
    } catch (GrCudaException e) {
      return "seed " + seed + ": " + e;
    }
  }
}
