package org.grcuda.bench.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of the suite, which lie in the repository beside the sources: kernels, and programs in
 * Python and JavaScript.
 */
public final class SuiteFiles {

  /**
   * The system property that names the folder of the repository. The {@code grcuda} command sets
   * it.
   */
  private static final String HOME = "grcuda.home";

  private static final String TABLE = "kernels/suite/suite.json";

  private final Path root;

  private SuiteFiles(Path root) {
    this.root = root;
  }

  /**
   * Finds the files. If the system property {@code grcuda.home} is set, they are in the folder that
   * it names. If not, they are in the working directory or the nearest folder above it that has
   * them.
   *
   * @throws IllegalArgumentException if they are not there
   */
  public static SuiteFiles find() {
    String home = System.getProperty(HOME);
    Path start = Path.of(home == null ? "" : home).toAbsolutePath();
    for (Path folder = start; folder != null; folder = home == null ? folder.getParent() : null) {
      if (Files.exists(folder.resolve(TABLE))) {
        return new SuiteFiles(folder);
      }
    }
    throw new IllegalArgumentException(
        "the suite needs the repository: no %s in %s%s; run scripts/grcuda, or set -D%s=FOLDER"
            .formatted(TABLE, start, home == null ? " or above" : "", HOME));
  }

  /** The file at {@code path} within the repository. */
  public Path path(String path) {
    return root.resolve(path);
  }

  /** The text of the file at {@code path} within the repository. */
  public String text(String path) throws IOException {
    return Files.readString(root.resolve(path));
  }

  /** The table of the suite: benchmarks and kernels. */
  public SuiteTable table() throws IOException {
    return SuiteTable.parse(text(TABLE));
  }
}
