package org.grcuda.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The files of the host languages: the Python package and the JavaScript module {@code grcuda},
 * resources beside this class. Programs that embed the languages name the folder that they lie in.
 */
final class HostFiles {

  private HostFiles() {}

  /** The bytes of the file at {@code path}, such as {@code python/grcuda/__init__.py}. */
  static byte[] bytes(String path) {
    try (InputStream file = HostFiles.class.getResourceAsStream(path)) {
      if (file == null) {
        throw new IllegalStateException("no resource " + path);
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of the file at {@code path}. */
  static String read(String path) {
    return new String(bytes(path), StandardCharsets.UTF_8);
  }
}
