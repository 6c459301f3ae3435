package org.grcuda.nvrtc.file;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Remembers on disk the library last used and its version, so that both are known without a search
 * and without loading it. The record holds while the fingerprint of the places that are searched,
 * and the library's size and modification time, stay the same.
 */
public final class LibraryRecord {

  private static final int FIELDS = 5;

  private final Path file;

  /**
   * @param file holds the record
   */
  public LibraryRecord(Path file) {
    this.file = file;
  }

  /** A library, its version, and the architectures that it compiles for. */
  public record Known(Path library, String version, List<Integer> architectures) {

    private String text() {
      return version
          + "\n"
          + architectures.stream().map(String::valueOf).collect(Collectors.joining(" "))
          + "\n";
    }
  }

  /**
   * The library recorded under {@code fingerprint}, if the record still holds.
   *
   * @throws IOException it cannot be read, or others can write it
   */
  public Optional<Known> recall(String fingerprint) throws IOException {
    String text;
    try {
      OwnFiles.require(file, file.getParent());
      text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (!text.startsWith(fingerprint)) {
      return Optional.empty();
    }
    String[] fields = text.substring(fingerprint.length()).split("\n");
    if (fields.length != FIELDS || !fields[4].matches("\\d+( \\d+)*")) {
      return Optional.empty();
    }
    List<Integer> architectures =
        Arrays.stream(fields[4].split(" ")).map(Integer::valueOf).toList();
    Known known = new Known(Path.of(fields[0]), fields[3], architectures);
    return text.equals(fingerprint + state(known)) ? Optional.of(known) : Optional.empty();
  }

  /** Records {@code known} as the result of a search of the places with {@code fingerprint}. */
  public void record(String fingerprint, Known known) throws IOException {
    AtomicFile.write(file, (fingerprint + state(known)).getBytes(StandardCharsets.UTF_8));
  }

  private static String state(Known known) {
    File library = known.library().toFile();
    return library + "\n" + library.length() + "\n" + library.lastModified() + "\n" + known.text();
  }
}
