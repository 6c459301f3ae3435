package org.grcuda.tests.property;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.grcuda.tests.Configuration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random programs on simulated machines, with computing: they compute what they compute one step
 * after the other, and take the same course each time, to the nanosecond.
 */
final class SimulatedProgramsTest {

  private static final int PROGRAMS = Integer.getInteger("grcuda.test.programs", 40);

  private static final long FIRST = Long.getLong("grcuda.test.seed", 0);

  @ParameterizedTest
  @CsvSource({
    "v100-4, managed, minmax-transfer-time",
    "v100-4, managed, lookahead",
    "a100-2, replicated, completion-time",
    "pcie-4, replicated, round-robin"
  })
  void sameProgramsTakeTheSameCourse(
      String machine, String memory, String policy, @TempDir Path folder) throws IOException {
    Path trace = folder.resolve("trace.json");
    Configuration configuration =
        Configuration.of(
            "Backend", "sim",
            "Topology", machine,
            "MemoryManager", memory,
            "DeviceSelectionPolicy", policy,
            "ExportTrace", trace.toString());
    ProgramRunner runner = new ProgramRunner(folder);
    long seed = FIRST + configuration.options().get("Topology").hashCode();
    runner.run(configuration, seed, PROGRAMS, SimulatedProgramsTest::leavesNothing);
    List<String> first = Files.readAllLines(trace);
    runner.run(configuration, seed, PROGRAMS, SimulatedProgramsTest::leavesNothing);
    List<String> second = Files.readAllLines(trace);
    for (int line = 0; line < Math.min(first.size(), second.size()); line++) {
      assertEquals(first.get(line), second.get(line), "line " + (line + 1));
    }
    assertEquals(first.size(), second.size());
  }

  /** When the garbage collector finds what was dropped is for it to say. */
  private static boolean leavesNothing(RandomProgram program) {
    return program.steps().stream().noneMatch(Step.Drop.class::isInstance);
  }
}
