package org.grcuda.types;

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
