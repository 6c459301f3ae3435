package org.grcuda.cli;

/** A command cannot be carried out; the message is one line for the user. */
final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Exit status for a command line that cannot be carried out. */
  static final int USAGE = 2;

  private static final int FAILED = 1;

  private final int status;

  private CommandFailure(int status, String message, Throwable cause) {
    super(message, cause);
    this.status = status;
  }

  /** The request makes no sense, or names something that does not exist: exit status 2. */
  static CommandFailure usage(String message) {
    return new CommandFailure(USAGE, message, null);
  }

  /** The command was tried and failed: exit status 1. */
  static CommandFailure failed(String message, Throwable cause) {
    return new CommandFailure(FAILED, message, cause);
  }

  /** The exit status of the process. */
  int status() {
    return status;
  }
}
