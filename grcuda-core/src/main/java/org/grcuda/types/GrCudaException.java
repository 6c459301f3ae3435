package org.grcuda.types;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.grcuda.core.text.MangledName;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;

/**
 * Any error of this library: bad input, a kernel that does not compile, a failed computation. The
 * message is for the user: what was given, what was expected and, where it is not obvious, what to
 * do.
 */
public final class GrCudaException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What went wrong, so that each host language can raise its own kind of exception. */
  public enum Kind {
    /** An argument of the wrong type. */
    TYPE,
    /** An argument of the right type with an impossible value. */
    VALUE,
    /** An index outside an array's bounds. */
    INDEX,
    /** The wrong number of arguments. */
    ARITY,
    /** Something that does not exist: a member, a kernel, a file. */
    NOT_FOUND,
    /** A use that the object's state forbids: a freed array, a closed context. */
    STATE,
    /** A kernel source that does not compile. */
    COMPILATION,
    /** The driver or a computation failed; {@link #cudaResult} says how. */
    DEVICE,
    /** Something that the host does not allow the program: native access, files. */
    PERMISSION,
    /** Something that this version does not offer. */
    UNSUPPORTED
  }

  /** What went wrong. */
  private final Kind kind;

  /** An error with a message for the user. */
  public GrCudaException(Kind kind, String message) {
    this(kind, message, null);
  }

  /**
   * An error with a message for the user, and the error behind it. Devices report symbols of
   * functions; the message of a {@link Kind#DEVICE} error shows them as C++ names.
   */
  public GrCudaException(Kind kind, String message, Throwable cause) {
    super(kind == Kind.DEVICE ? MangledName.inText(message) : message, cause);
    this.kind = kind;
  }

  /** A driver error, its message kept. */
  public static GrCudaException of(DriverException error) {
    return new GrCudaException(Kind.DEVICE, error.getMessage(), error);
  }

  /**
   * The error for a file that cannot be opened, read or written: {@code "cannot read a.ptx:
   * permission denied"}. Java's own messages may be only the path.
   *
   * @param verb what was tried
   */
  public static GrCudaException of(String verb, String path, IOException error) {
    Kind kind = error instanceof NoSuchFileException ? Kind.NOT_FOUND : Kind.STATE;
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

  /** What went wrong. */
  public Kind kind() {
    return kind;
  }

  /** The CUDA result code behind a {@link Kind#DEVICE} error, null where there is none. */
  public CudaResult cudaResult() {
    for (Throwable cause = getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof DriverException driver) {
        return driver.result();
      }
    }
    return null;
  }
}
