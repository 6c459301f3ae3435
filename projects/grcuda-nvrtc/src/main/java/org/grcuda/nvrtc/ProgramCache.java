package org.grcuda.nvrtc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.grcuda.nvrtc.file.AtomicFile;
import org.grcuda.nvrtc.file.BoundedFolder;
import org.grcuda.nvrtc.file.OwnFiles;

/**
 * Compiled programs on disk, one file each, shared by processes. When the bound is exceeded, the
 * least recently used programs are deleted. A damaged entry counts as absent.
 */
final class ProgramCache {

  private final Path folder;
  private final long maxBytes;
  private final BoundedFolder bounded;

  /**
   * @param folder made when needed
   * @param maxBytes bound of the files' sizes together; 0: nothing is kept
   */
  ProgramCache(Path folder, long maxBytes) {
    this.folder = folder;
    this.maxBytes = maxBytes;
    this.bounded = new BoundedFolder(folder, maxBytes);
  }

  /**
   * The program stored under {@code key}.
   *
   * @throws IOException it cannot be read, or others can write it
   */
  Optional<CompiledProgram> read(ProgramKey key) throws IOException {
    if (maxBytes == 0) {
      return Optional.empty();
    }
    Path file = folder.resolve(key.fileName());
    try {
      OwnFiles.require(file, folder);
      Optional<CompiledProgram> program = ProgramCodec.decode(key, Files.readAllBytes(file));
      BoundedFolder.touch(file);
      return program;
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Stores {@code program}, then deletes old programs beyond the bound. */
  void write(ProgramKey key, CompiledProgram program) throws IOException {
    byte[] bytes = ProgramCodec.encode(key, program);
    if (bytes.length <= maxBytes) {
      AtomicFile.write(folder.resolve(key.fileName()), bytes);
      bounded.trim();
    }
  }
}
