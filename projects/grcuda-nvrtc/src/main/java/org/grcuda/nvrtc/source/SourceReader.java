package org.grcuda.nvrtc.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the headers that lie beside a CUDA file. */
@FunctionalInterface
public interface SourceReader {

  /** Reads nothing. */
  SourceReader NONE = path -> Optional.empty();

  /** Reads the machine's files, as the compiler does; what is not UTF-8 counts as absent. */
  SourceReader FILES = SourceReader::readFile;

  /** The text of a file; empty if there is none, or it may not be read. */
  Optional<String> read(String path);

  private static Optional<String> readFile(String path) {
    Path file = Path.of(path);
    try {
      return Files.isRegularFile(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      // The compiler reads it by itself, or says why not.
      return Optional.empty();
    }
  }
}
