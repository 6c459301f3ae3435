package org.grcuda.bench.suite.matrix;

import java.io.IOException;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.grcuda.GrCuda;
import org.grcuda.bench.suite.ProgramResult;
import org.grcuda.bench.suite.SuiteFiles;
import org.grcuda.bench.suite.host.GuestProgram;
import org.grcuda.bench.suite.host.JavaProgram;
import org.grcuda.types.GrCudaException;

/** Runs cells, each in a context of its own. Contexts of guest languages share compiled code. */
final class CellRunner implements AutoCloseable {

  private final SuiteFiles files;
  private final Engine engine =
      Engine.newBuilder()
          .option("engine.WarnInterpreterOnly", "false")
          .option("python.WarnExperimentalFeatures", "false")
          .build();

  CellRunner(SuiteFiles files) {
    this.files = files;
  }

  /**
   * Runs {@code cell} and returns its outcome. A cell that is refused or fails also has an outcome.
   */
  Outcome run(Cell cell) throws IOException {
    try {
      return new Outcome(cell, cell.host().startsWith("java") ? inJava(cell) : inGuest(cell), null);
    } catch (GrCudaException | PolyglotException | IllegalArgumentException e) {
      return new Outcome(cell, null, e.getMessage());
    }
  }

  private ProgramResult inJava(Cell cell) throws IOException {
    GrCuda.Builder builder = GrCuda.builder();
    cell.contextOptions().forEach(builder::option);
    try (GrCuda cuda = builder.open()) {
      return JavaProgram.run(cuda, cell.host(), files, cell.programArguments());
    }
  }

  private ProgramResult inGuest(Cell cell) throws IOException {
    Context.Builder builder =
        Context.newBuilder()
            .engine(engine)
            .allowAllAccess(true)
            .option("js.esm-eval-returns-exports", "true");
    cell.contextOptions().forEach((name, value) -> builder.option("grcuda." + name, value));
    try (Context context = builder.build()) {
      return GuestProgram.run(context, cell.host(), files, cell.programArguments());
    }
  }

  @Override
  public void close() {
    engine.close();
  }
}
