package org.grcuda.tests.property;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.grcuda.GrCuda;
import org.grcuda.tests.Configuration;
import org.grcuda.tests.NativeCompiler;
import org.grcuda.types.GrCudaException;

/**
 * Runs random programs under configurations. What fails it tells with the program, the options and
 * the command that repeats it. May be used from several threads.
 */
final class ProgramRunner {

  private static final String SOURCE =
      "void add(int *x, int value, int n) { for (int i = 0; i < n; i++) x[i] += value; }";

  private final Path folder;
  private final Path library;
  private final AtomicLong files = new AtomicLong();

  /**
   * @param folder for files that programs need
   */
  ProgramRunner(Path folder) throws IOException {
    this.folder = folder;
    library = NativeCompiler.c(folder, "add", SOURCE);
  }

  /** Runs the programs of {@code count} seeds from {@code first} on in one context. */
  void run(Configuration configuration, long first, long count) throws IOException {
    run(configuration, first, count, program -> true);
  }

  /** As the other, but for programs that are not {@code wanted}. */
  void run(Configuration configuration, long first, long count, Predicate<RandomProgram> wanted)
      throws IOException {
    Path file = folder.resolve("new" + files.incrementAndGet() + ".json");
    GrCuda.Builder builder = GrCuda.builder();
    configuration
        .options()
        .forEach(
            (name, value) ->
                builder.option(name, value.replace(OptionSpace.NEW_FILE, file.toString())));
    try (GrCuda cuda = builder.open()) {
      Interpreter interpreter = new Interpreter(cuda, library);
      for (long seed = first; seed < first + count; seed++) {
        RandomProgram program = RandomProgram.of(seed);
        String difference = wanted.test(program) ? runGuarded(interpreter, program) : null;
        if (difference != null) {
          throw new AssertionError(report(configuration, first, program, difference));
        }
      }
    } catch (GrCudaException e) {
      throw new AssertionError(OptionSpace.describe(configuration) + ": " + e, e);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** An error is a difference too, and then the program matters as much. */
  private static String runGuarded(Interpreter interpreter, RandomProgram program) {
    try {
      return interpreter.run(program);
    } catch (RuntimeException e) {
      return e.toString();
    }
  }

  private static String report(
      Configuration configuration, long first, RandomProgram program, String difference) {
    return difference
        + "\nof seed "
        + program.seed()
        + "\nrepeat it: scripts/test -pl tests -am -Dsurefire.failIfNoSpecifiedTests=false"
        + " -Dtest=RandomProgramSoak -Dgrcuda.test.programs=1000 -Dgrcuda.test.seed="
        + first
        + " '-Dgrcuda.test.options="
        + OptionSpace.describe(configuration)
        + "'\n"
        + program;
  }
}
