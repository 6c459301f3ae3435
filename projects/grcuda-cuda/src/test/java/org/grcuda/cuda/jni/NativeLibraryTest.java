package org.grcuda.cuda.jni;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the native library is unpacked. */
class NativeLibraryTest {

  @TempDir private Path temporary;

  private static URL packed() throws IOException {
    try (var files = Files.walk(Path.of("target/classes/org/grcuda/cuda/jni"))) {
      return files
          .filter(file -> file.getFileName().toString().equals("libgrcuda_cuda.so"))
          .findFirst()
          .orElseThrow()
          .toUri()
          .toURL();
    }
  }

  @Test
  void homeThatCannotBeWrittenIsPassedOver() throws IOException {
    Path file = Files.createFile(temporary.resolve("file"));
    Path folder = temporary.resolve("folder");
    assertNull(NativeLibrary.load(packed(), List.of(file.resolve("cache"), folder)));
    try (var left = Files.list(folder)) {
      assertEquals(0, left.count(), "the copy is not needed once it is loaded");
    }
  }

  @Test
  void everyFolderThatFailedIsNamed() throws IOException {
    Path file = Files.createFile(temporary.resolve("file"));
    Path other = file.resolve("other");
    String problem = NativeLibrary.load(packed(), List.of(file.resolve("cache"), other));
    assertTrue(problem.contains("file/cache: java.nio"), problem);
    assertTrue(problem.contains(other + ": "), problem);
  }

  /** That of Debian 11 and Ubuntu 20.04 is 2.31; the Java runtime wants 2.17 itself. */
  @Test
  void olderGlibcDoes() throws IOException {
    byte[] bytes;
    try (InputStream content = packed().openStream()) {
      bytes = content.readAllBytes();
    }
    List<String> tooNew =
        Pattern.compile("GLIBC_2\\.(\\d+)")
            .matcher(new String(bytes, StandardCharsets.ISO_8859_1))
            .results()
            .filter(version -> Integer.parseInt(version.group(1)) > 17)
            .map(MatchResult::group)
            .toList();
    assertEquals(List.of(), tooNew);
  }
}
