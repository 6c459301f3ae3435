package org.grcuda.polyglot.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class GuestFilesTest {

  private static final Path FOLDER = Path.of("src/main/resources/org/grcuda/polyglot/files");

  @Test
  void everyFileIsListed() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      assertEquals(
          files
              .filter(Files::isRegularFile)
              .map(file -> FOLDER.relativize(file).toString())
              .collect(Collectors.toSet()),
          Set.copyOf(GuestFiles.ALL));
    }
  }

  @Test
  void foldersAreThoseOfTheFiles() {
    assertEquals(Set.of("python", "javascript"), GuestFiles.list(""));
    assertEquals(Set.of("grcuda"), GuestFiles.list("python"));
    assertEquals(Set.of(), GuestFiles.list("pyth"));
  }
}
