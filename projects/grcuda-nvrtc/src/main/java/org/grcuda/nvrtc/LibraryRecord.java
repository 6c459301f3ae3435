package org.grcuda.nvrtc;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Remembers on disk the library last used and its version, so that both are known without a search
 * and without loading it. The record holds while the places that are searched ({@link
 * SearchPlaces#fingerprint}) and the library's size and modification time stay the same.
 */
final class LibraryRecord {

  private static final int FIELDS = 4;

  private final Path file;

  LibraryRecord(Path cacheDirectory) {
    this.file = cacheDirectory.resolve("nvrtc-library");
  }

  /** A library and its version. */
  record Known(Path library, String version) {}

  /** What was recorded under {@code fingerprint}, if it still holds. */
  Optional<Known> recall(String fingerprint) throws IOException {
    String text;
    try {
      text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (!text.startsWith(fingerprint)) {
      return Optional.empty();
    }
    String[] fields = text.substring(fingerprint.length()).split("\n");
    if (fields.length != FIELDS || !text.endsWith(state(new File(fields[0]), fields[3]))) {
      return Optional.empty();
    }
    return Optional.of(new Known(Path.of(fields[0]), fields[3]));
  }

  /** Records {@code known} as what a search of the places with {@code fingerprint} gives. */
  void record(String fingerprint, Known known) throws IOException {
    String text = fingerprint + state(known.library().toFile(), known.version());
    AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String state(File library, String version) {
    return library
        + "\n"
        + library.length()
        + "\n"
        + library.lastModified()
        + "\n"
        + version
        + "\n";
  }
}
