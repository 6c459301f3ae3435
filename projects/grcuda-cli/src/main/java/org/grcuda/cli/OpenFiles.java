package org.grcuda.cli;

/** The limit of file descriptors of a process, where it is too low to run a program. */
final class OpenFiles {

  /** What the system says (errno(3), EMFILE), as the JVM passes it on in English. */
  private static final String TOO_MANY = "Too many open files";

  /** What to say instead of a stack trace. */
  static final String ADVICE =
      "too many open files: this process may have too few file descriptors; allow it more"
          + " (ulimit -n 1024)";

  private OpenFiles() {}

  /** Whether that is why something failed. */
  static boolean wereTooMany(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null && cause.getMessage().contains(TOO_MANY)) {
        return true;
      }
    }
    return false;
  }
}
