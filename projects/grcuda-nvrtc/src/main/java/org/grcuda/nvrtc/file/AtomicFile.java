package org.grcuda.nvrtc.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that other processes see whole or not at all. */
public final class AtomicFile {

  /** Begins the name of every file that is still being written. */
  public static final String TEMPORARY_PREFIX = "writing-";

  private AtomicFile() {}

  /** Replaces the contents of {@code file}; its folder is made if need be. */
  public static void write(Path file, byte[] contents) throws IOException {
    OwnFiles.createFolders(file.getParent());
    Path temporary = Files.createTempFile(file.getParent(), TEMPORARY_PREFIX, "");
    try {
      Files.write(temporary, contents);
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
