package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What this process says of its program to the other ranks. */
final class ProgramTextTest {

  @TempDir private Path folder;

  @AfterEach
  void forget() {
    System.clearProperty(ProgramText.PROPERTY);
  }

  private String of(String where, String text) throws IOException {
    Path file = Files.createDirectories(folder.resolve(where)).resolve("job.js");
    Files.writeString(file, text);
    CommandRun run = CommandRun.ofProgram(file.toString());
    assertEquals(0, run.status(), run::err);
    return System.getProperty(ProgramText.PROPERTY);
  }

  @Test
  void namesTheFileAndItsText() throws IOException {
    String first = of("a", "1;\n");
    assertTrue(first.matches("job\\.js \\([0-9a-f]{12}\\)"), first);
    assertEquals(first, of("b", "1;\n"), "in another folder");
    assertNotEquals(first, of("a", "2;\n"));
  }

  @Test
  void namesWhatIsNoFile() {
    assertEquals(0, CommandRun.of("run", "--language=js", "-c", "1").status());
    assertEquals("-c (6b86b273ff34)", System.getProperty(ProgramText.PROPERTY));
  }
}
