package org.grcuda.core.engine;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Errors of the file system in words: Java's own messages may be no more than the path. */
final class FileError {

  private FileError() {}

  /** Why a file could not be opened or written, without its path. */
  static String reason(IOException error) {
    return switch (error) {
      case NoSuchFileException e -> "no such file or folder";
      case AccessDeniedException e -> "permission denied";
      case FileSystemException e when e.getReason() != null -> e.getReason();
      default -> error.getMessage();
    };
  }
}
