package org.grcuda.nvrtc;

/** NVRTC could not be used, or a file of its caches could not be read or written. */
public class NvrtcException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What went wrong, and with which file or call. */
  public NvrtcException(String message) {
    super(message);
  }

  /** As the other constructor, with the error that caused this one. */
  public NvrtcException(String message, Throwable cause) {
    super(message, cause);
  }
}
