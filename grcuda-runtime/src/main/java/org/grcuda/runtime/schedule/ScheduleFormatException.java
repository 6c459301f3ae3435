package org.grcuda.runtime.schedule;

import java.io.IOException;

/** A file does not hold a schedule. The message says what is wrong, and where. */
public final class ScheduleFormatException extends IOException {

  private static final long serialVersionUID = 1;

  /** With what is wrong, on one line. */
  public ScheduleFormatException(String message) {
    super(message);
  }

  /** As the other, with the error of the JSON parser. */
  public ScheduleFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
