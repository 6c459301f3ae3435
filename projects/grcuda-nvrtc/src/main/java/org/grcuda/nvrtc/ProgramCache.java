package org.grcuda.nvrtc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grcuda.nvrtc.file.AtomicFile;
import org.grcuda.nvrtc.file.OwnFiles;

/**
 * Compiled programs on disk, one file each, shared by processes. When the bound is exceeded, the
 * least recently used programs are deleted. A damaged entry counts as absent.
 */
final class ProgramCache {

  private static final long STALE_SECONDS = 3600;

  private final Path folder;
  private final long maxBytes;

  /**
   * @param folder made when needed
   * @param maxBytes bound of the files' sizes together; 0: nothing is kept
   */
  ProgramCache(Path folder, long maxBytes) {
    this.folder = folder;
    this.maxBytes = maxBytes;
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
      // If this fails, the file belongs to another user or is gone; then it only seems less
      // recently used.
      file.toFile().setLastModified(System.currentTimeMillis());
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
      trim();
    }
  }

  private void trim() throws IOException {
    long total = 0;
    List<Entry> entries = entries();
    for (Entry entry : entries) {
      total += entry.bytes;
    }
    entries.sort(Comparator.comparing(Entry::used));
    Instant stale = Instant.now().minusSeconds(STALE_SECONDS);
    for (Entry entry : entries) {
      boolean abandoned = entry.isTemporary() && entry.used.isBefore(stale);
      if (abandoned || total > maxBytes && !entry.isTemporary()) {
        Files.deleteIfExists(entry.file);
        total -= entry.bytes;
      }
    }
  }

  private List<Entry> entries() throws IOException {
    List<Path> files;
    try (Stream<Path> list = Files.list(folder)) {
      files = list.toList();
    }
    List<Entry> entries = new ArrayList<>();
    for (Path file : files) {
      try {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        Instant used = attributes.lastModifiedTime().toInstant();
        entries.add(new Entry(file, attributes.size(), used));
      } catch (NoSuchFileException e) {
        // Another process deleted it since the folder was listed: nothing to count.
        continue;
      }
    }
    return entries;
  }

  private record Entry(Path file, long bytes, Instant used) {

    boolean isTemporary() {
      return file.getFileName().toString().startsWith(AtomicFile.TEMPORARY_PREFIX);
    }
  }
}
