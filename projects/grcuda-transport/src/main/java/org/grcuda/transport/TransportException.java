package org.grcuda.transport;

/** Ranks cannot be connected, or the connection has failed. */
public final class TransportException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** With a message for the user. */
  public TransportException(String message) {
    super(message);
  }

  /** With a message for the user, and its cause. */
  public TransportException(String message, Throwable cause) {
    super(message, cause);
  }
}
