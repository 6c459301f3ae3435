package org.grcuda.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.graalvm.polyglot.Engine;
import org.grcuda.cli.file.LanguageFiles;

/**
 * Run by the build: unpacks the languages' files (Python's standard library...) into a folder, and
 * beside them the code of the package {@code grcuda}. So no user's cache needs these files, and no
 * start checks whether it has them.
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
