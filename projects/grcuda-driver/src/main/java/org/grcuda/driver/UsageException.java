package org.grcuda.driver;

/**
 * A mistake of whoever uses a driver or the runtime: something is used after it was closed, freed
 * or destroyed, a thread would wait for itself, a policy of the program fails. The message is for
 * the user. Any other {@link IllegalStateException} is an error of this library.
 */
public final class UsageException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message what was used, and why it cannot be
   */
  public UsageException(String message) {
    super(message);
  }

  /** As the other, with the error behind it. */
  public UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
