package org.grcuda.graph.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.grcuda.types.GrCudaException;

/** Reads and writes all bytes of files, compressed ones too. */
final class FileBytes {

  private static final int BUFFER_BYTES = 1 << 16;

  /** Produces what a file is to hold. */
  @FunctionalInterface
  interface Content {
    void write(OutputStream out) throws IOException;
  }

  private FileBytes() {}

  /** What a file holds: mapped, or inflated into memory outside the Java heap. */
  static MemorySegment read(Path file) {
    try {
      requireRegular(file);
      return Format.isCompressed(file) ? inflated(file) : mapped(file);
    } catch (IOException e) {
      throw GrCudaException.of("read", file.toString(), e);
    }
  }

  private static void requireRegular(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new FileSystemException(file.toString(), null, "not a regular file");
    }
  }

  private static MemorySegment mapped(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
    }
  }

  private static MemorySegment inflated(Path file) throws IOException {
    try (InputStream raw = Files.newInputStream(file);
        InputStream in = new GZIPInputStream(raw, BUFFER_BYTES);
        var memory = new GrowingMemory()) {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        memory.add(buffer, count);
      }
      return memory.copy();
    } catch (ZipException e) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, file + ": not a valid gzip file: " + e.getMessage(), e);
    } catch (EOFException e) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, file + ": not a valid gzip file: it ends too early", e);
    }
  }

  /** Bytes that are added one after the other. */
  private static final class GrowingMemory implements AutoCloseable {

    private Arena arena = Arena.ofConfined();
    private MemorySegment memory = arena.allocate(BUFFER_BYTES);
    private long size;

    void add(byte[] bytes, int count) {
      if (size + count > memory.byteSize()) {
        Arena larger = Arena.ofConfined();
        MemorySegment moved = larger.allocate(2 * memory.byteSize());
        moved.copyFrom(memory);
        arena.close();
        arena = larger;
        memory = moved;
      }
      MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, size, count);
      size += count;
    }

    /** What was added, for any thread. */
    MemorySegment copy() {
      // Rows of a binary file are read from it as they are, so they must be aligned.
      return Arena.ofAuto().allocate(size, Long.BYTES).copyFrom(memory.asSlice(0, size));
    }

    @Override
    public void close() {
      arena.close();
    }
  }

  /**
   * Replaces a file, or makes it. The old one stays until the new one is complete: a graph may be
   * mapped from it.
   */
  static void write(Path file, Content content) {
    try {
      requireRegular(file);
      Path target = Files.exists(file) ? file.toRealPath() : file;
      String name = target.getFileName() + "." + System.nanoTime() + ".part";
      replace(target, target.resolveSibling(name), Format.isCompressed(file), content);
    } catch (IOException e) {
      throw GrCudaException.of("write", file.toString(), e);
    }
  }

  private static void replace(Path target, Path part, boolean compressed, Content content)
      throws IOException {
    try {
      try (OutputStream out = open(part, compressed)) {
        content.write(out);
      }
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static OutputStream open(Path part, boolean compressed) throws IOException {
    OutputStream plain =
        Files.newOutputStream(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return compressed ? new GZIPOutputStream(plain, BUFFER_BYTES) : plain;
  }
}
