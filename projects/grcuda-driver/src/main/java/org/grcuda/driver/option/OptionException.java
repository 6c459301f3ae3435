package org.grcuda.driver.option;

/** An illegal value of an option. The message is for the user, and names the option. */
public final class OptionException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** An error with a message for the user. */
  public OptionException(String message) {
    super(message);
  }

  /** An error with a message for the user, and the error behind it. */
  public OptionException(String message, Throwable cause) {
    super(message, cause);
  }
}
