package org.grcuda.nvrtc.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder of a cache, shared by processes: the sizes of its files together are bounded. */
public final class BoundedFolder {

  private static final long STALE_SECONDS = 3600;

  private final Path folder;
  private final long maxBytes;

  /**
   * @param maxBytes bound of the files' sizes together
   */
  public BoundedFolder(Path folder, long maxBytes) {
    this.folder = folder;
    this.maxBytes = maxBytes;
  }

  /**
   * A file counts as used now. If the time cannot be set, the file belongs to another user or is
   * gone; then it only seems less recently used.
   */
  public static void touch(Path file) {
    file.toFile().setLastModified(System.currentTimeMillis());
  }

  /** A name for a file that is still being written. No other caller gets it. */
  public Path temporary() throws IOException {
    OwnFiles.createFolders(folder);
    return Files.createTempFile(folder, AtomicFile.TEMPORARY_PREFIX, "");
  }

  /**
   * Deletes the least recently used files beyond the bound, and files that somebody stopped writing
   * an hour ago or more.
   */
  public void trim() throws IOException {
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
