package org.grcuda.tests;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that tests read: those of the repository, and the resources of this module. */
public final class Repository {

  private Repository() {}

  /** The root of the repository: the folder of the parent project, above the working directory. */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("config/checkstyle.xml"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException(
            "not within the repository: " + Path.of("").toAbsolutePath());
      }
    }
    return folder;
  }

  /** The text of a file of the repository. */
  public static String text(String path) throws IOException {
    return Files.readString(root().resolve(path));
  }

  /** The text of a resource, by its absolute name. */
  public static String resource(String name) throws IOException {
    try (InputStream stream = Repository.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IOException("no resource " + name);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The folder of the resource of that absolute name, as the tests' files lie on the disk. */
  public static Path folder(String name) {
    try {
      return Path.of(Repository.class.getResource(name).toURI()).getParent();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the folder of " + name + " is no path", e);
    }
  }

  /** Whether there is a resource of that absolute name. */
  public static boolean hasResource(String name) {
    return Repository.class.getResource(name) != null;
  }
}
