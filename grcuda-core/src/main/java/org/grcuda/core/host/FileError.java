package org.grcuda.core.host;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.grcuda.types.GrCudaException;

/** Puts errors of the file system into words, as Java's own messages may be only the path. */
public final class FileError {

  private FileError() {}

  /**
   * All bytes of a file.
   *
   * @throws GrCudaException if it cannot be read
   */
  public static byte[] read(HostFiles files, String path) {
    try {
      return files.read(path);
    } catch (IOException e) {
      throw cannot("read", path, e);
    }
  }

  /** The error for a file that cannot be opened: {@code "cannot read a.ptx: permission denied"}. */
  public static GrCudaException cannot(String verb, String path, IOException error) {
    GrCudaException.Kind kind =
        error instanceof NoSuchFileException
            ? GrCudaException.Kind.NOT_FOUND
            : GrCudaException.Kind.STATE;
    return new GrCudaException(kind, "cannot " + verb + " " + path + ": " + reason(error), error);
  }

  /** Why a file could not be opened or written, without its path. */
  private static String reason(IOException error) {
    return switch (error) {
      case NoSuchFileException e -> "no such file or folder";
      case AccessDeniedException e when e.getReason() == null -> "permission denied";
      case FileSystemException e when e.getReason() != null -> e.getReason();
      default -> error.getMessage();
    };
  }
}
