package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

class OpenFilesTest {

  @Test
  void theReasonMayLieDeep() {
    var reason = new FileSystemException("/some/folder", null, "Too many open files");
    var failure = new IllegalStateException(new UncheckedIOException(reason));
    assertTrue(Main.hadTooManyFiles(failure));
    assertFalse(Main.hadTooManyFiles(new IllegalStateException("something else")));
    assertFalse(Main.hadTooManyFiles(new NullPointerException()));
  }
}
