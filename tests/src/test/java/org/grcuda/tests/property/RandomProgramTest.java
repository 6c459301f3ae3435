package org.grcuda.tests.property;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.grcuda.tests.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random programs of small kernels, copies, fills, host accesses, functions of C and of libraries
 * over shared arrays, slices and a variable, with streams and events, arrays that are freed or
 * dropped: whatever the devices, streams, memory and policies, they compute what they compute one
 * step after the other. Every two values of two options meet; {@link RandomProgramSoak} tries all.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class RandomProgramTest {

  /** Of each configuration. */
  private static final int PROGRAMS = Integer.getInteger("grcuda.test.programs", 100);

  private static final int CONTEXTS = 4;

  private static final long FIRST = Long.getLong("grcuda.test.seed", 0);

  private ProgramRunner runner;

  @BeforeAll
  void prepare(@TempDir Path folder) throws IOException {
    runner = new ProgramRunner(folder);
  }

  static List<Configuration> configurations() {
    return OptionSpace.pairwise();
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void equalsSequentialExecution(Configuration configuration) throws IOException {
    runner.run(configuration, configuration.toString().hashCode() + FIRST, PROGRAMS);
  }

  /** Contexts share the process, its cores and its caches, and nothing else. */
  @Test
  void contextsSideBySide() throws Exception {
    List<Configuration> all = configurations();
    List<Callable<Void>> work = new ArrayList<>();
    for (int i = 0; i < CONTEXTS; i++) {
      Configuration configuration = all.get(i * all.size() / CONTEXTS);
      long first = FIRST + i * (long) PROGRAMS;
      work.add(
          () -> {
            runner.run(configuration, first, PROGRAMS / 2);
            return null;
          });
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(CONTEXTS)) {
      for (Future<Void> done : pool.invokeAll(work)) {
        done.get();
      }
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
