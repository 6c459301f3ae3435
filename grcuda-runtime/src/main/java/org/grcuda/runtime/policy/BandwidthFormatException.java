package org.grcuda.runtime.policy;

/**
 * A file does not hold bandwidths in the expected format; the message names file, line and column.
 */
public final class BandwidthFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With this message, one line for the user. */
  public BandwidthFormatException(String message) {
    super(message);
  }
}
