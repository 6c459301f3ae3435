package org.grcuda.bench.cpu;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the kernels and the peers' programs, which are resources beside this class. */
final class Sources {

  private Sources() {}

  static String read(String name) throws IOException {
    try (InputStream stream = open(name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Copies the resource to {@code folder}, unless it is there already. */
  static void copy(String name, Path folder) throws IOException {
    Path file = folder.resolve(name);
    if (!Files.exists(file)) {
      try (InputStream stream = open(name)) {
        Files.copy(stream, file);
      }
    }
  }

  private static InputStream open(String name) throws IOException {
    InputStream stream = Sources.class.getResourceAsStream(name);
    if (stream == null) {
      throw new FileNotFoundException("no resource " + name);
    }
    return stream;
  }
}
