package org.grcuda.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that a command writes as a whole or not at all. */
final class OutputFile {

  private OutputFile() {}

  /** What writes the contents. */
  @FunctionalInterface
  interface Contents {
    /** Writes them, in UTF-8. */
    void write(Writer writer) throws IOException;
  }

  /**
   * Writes to a file beside {@code file} first. So a reader sees either the old contents or the new
   * ones, and nothing is lost if writing fails.
   *
   * @throws FileSystemException if it cannot be written, or is a folder
   */
  static void write(Path file, Contents contents) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "it is a folder");
    }
    Path written = file.resolveSibling(file.getFileName() + ".partial");
    try {
      try (Writer writer = writerTo(written)) {
        contents.write(writer);
      }
      Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  /** Half a pair of surrogates, which a name may hold and no file can, becomes a question mark. */
  private static Writer writerTo(Path file) throws IOException {
    return new BufferedWriter(
        new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8));
  }

  /** Why a file could not be written, for a message that names it. */
  static String reason(IOException error) {
    return error instanceof FileSystemException known && known.getReason() != null
        ? known.getReason()
        : error.toString();
  }
}
