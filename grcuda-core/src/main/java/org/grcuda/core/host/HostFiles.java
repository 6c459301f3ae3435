package org.grcuda.core.host;

import java.io.IOException;
import java.io.Writer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.OpenOption;
import java.util.Set;
import org.grcuda.types.GrCudaException;

/** The files of the program, as far as it may use them. Paths are relative to its own folder. */
public interface HostFiles {

  /** Opens a file, as the options say. */
  SeekableByteChannel open(String path, Set<? extends OpenOption> options) throws IOException;

  /** A writer to a new or emptied file, in UTF-8. */
  Writer openToWrite(String path) throws IOException;

  /** Makes a folder, and its parents; does nothing if it exists. */
  void createFolders(String path) throws IOException;

  /** Makes an empty file, in one step; false if there is one. */
  boolean createNew(String path) throws IOException;

  /** Renames the file {@code from} to {@code to}, replacing it, in one step. */
  void replace(String from, String to) throws IOException;

  /** Removes a file, if there is one. */
  void delete(String path) throws IOException;

  /** Milliseconds since a file was last written; 0 if there is none. */
  long ageMillis(String path) throws IOException;

  /** Most bytes that {@link #read} gives: a module of kernels of all architectures has less. */
  long MOST_BYTES = 1L << 30;

  /**
   * Refuses to read a file that may have no end, or is too large.
   *
   * @throws FileSystemException saying why
   */
  static void checkReadable(String path, boolean isRegular, long bytes) throws FileSystemException {
    if (!isRegular) {
      throw new FileSystemException(path, null, "this is not a regular file");
    }
    if (bytes > MOST_BYTES) {
      throw new FileSystemException(path, null, "the file is larger than 1 GB");
    }
  }

  /** All bytes of a regular file, of {@link #MOST_BYTES} at most. */
  byte[] read(String path) throws IOException;

  /**
   * As {@link #read}, with an error for the user.
   *
   * @throws GrCudaException if it cannot be read
   */
  default byte[] readOrRefuse(String path) {
    try {
      return read(path);
    } catch (IOException e) {
      throw GrCudaException.of("read", path, e);
    }
  }

  /** The file's one canonical path, whatever links and relative paths lead to it. */
  String canonicalPath(String path) throws IOException;
}
