package org.grcuda.cuda.jni;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
}
