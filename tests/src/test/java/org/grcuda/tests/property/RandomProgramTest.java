package org.grcuda.tests.property;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.grcuda.GrCuda;
import org.grcuda.GrCudaException;
import org.grcuda.tests.Configuration;
import org.grcuda.tests.NativeCompiler;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random programs of small kernels, copies, fills, host accesses and functions of C over shared
 * arrays, slices and a variable, with streams and events, arrays that are freed or dropped:
 * whatever the devices, streams and policies, they compute what they compute one step after the
 * other.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class RandomProgramTest {

  /** More of them, other ones: the system property, for long runs by hand. */
  private static final int PROGRAMS = Integer.getInteger("grcuda.test.programs", 150);

  private static final long FIRST = Long.getLong("grcuda.test.seed", 0);

  private static final String SOURCE =
      "void add(int *x, int value, int n) { for (int i = 0; i < n; i++) x[i] += value; }";

  private Path library;

  @BeforeAll
  void compile(@TempDir Path folder) throws IOException {
    library = NativeCompiler.c(folder, "add", SOURCE);
  }

  static Stream<Configuration> configurations() {
    return Stream.concat(
        Configuration.all(1, 2, 4),
        Stream.of(
            Configuration.of(
                "CpuDevices", "2",
                "DeviceSelectionPolicy", "round-robin",
                "RetrieveNewStreamPolicy", "always-new",
                "RetrieveParentStreamPolicy", "same-as-parent"),
            Configuration.of(
                "CpuDevices", "2",
                "DeviceSelectionPolicy", "round-robin",
                "DependencyPolicy", "no-const",
                "MaxStreamsPerDevice", "2",
                "RetrieveParentStreamPolicy", "disjoint"),
            Configuration.of(
                "CpuDevices", "4",
                "DeviceSelectionPolicy", "round-robin",
                "DependencyPolicy", "with-const",
                "InputPrefetch", "false",
                "RetrieveParentStreamPolicy", "multigpu-early-disjoint")));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void equalsSequentialExecution(Configuration configuration) {
    long first = configuration.toString().hashCode() + FIRST;
    try (GrCuda cuda = configuration.typed().open()) {
      var interpreter = new Interpreter(cuda, library);
      for (long seed = first; seed < first + PROGRAMS; seed++) {
        RandomProgram program = RandomProgram.of(seed);
        assertNull(runGuarded(interpreter, program), program::toString);
      }
    }
  }

  /** An error is a difference too, and then the program matters as much. */
  private static String runGuarded(Interpreter interpreter, RandomProgram program) {
    try {
      return interpreter.run(program);
    } catch (GrCudaException e) {
      return e.toString();
    }
  }

  @Test
  void theSameSeedGivesTheSameProgram() {
    assertEquals(RandomProgram.of(7).toString(), RandomProgram.of(7).toString());
    assertNotEquals(RandomProgram.of(7).toString(), RandomProgram.of(8).toString());
  }

  /** Else the property would hold for want of programs that could break it. */
  @Test
  void programsUseEveryKindOfStep() {
    for (Class<?> kind : Step.class.getPermittedSubclasses()) {
      assertTrue(
          Stream.iterate(0L, seed -> seed + 1)
              .limit(250)
              .flatMap(seed -> RandomProgram.of(seed).steps().stream())
              .anyMatch(kind::isInstance),
          kind::getSimpleName);
    }
  }
}
