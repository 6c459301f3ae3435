package org.grcuda.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.graalvm.polyglot.Engine;
import org.grcuda.cli.file.LanguageFiles;

/**
 * Run by the build: unpacks the languages' files (Python's standard library...) into a folder, so
 * that no user's cache needs them and no start looks whether it has them, and beside them the code
 * of the package {@code grcuda}.
 */
public final class Resources {

  private Resources() {}

  /** Unpacks into the folder {@code args[0]}. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    Engine.copyResources(folder);
    LanguageFiles.compilePython(folder);
  }
}
