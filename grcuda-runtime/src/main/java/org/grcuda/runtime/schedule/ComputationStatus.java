package org.grcuda.runtime.schedule;

import java.util.Locale;

/** How far a computation was when the schedule was taken. */
public enum ComputationStatus {
  /** Submitted by the program, not yet handed to a device: it waits for host code or for memory. */
  PENDING,
  /** Handed to its device, not known to have completed. */
  SCHEDULED,
  /** Completed. */
  COMPLETE,
  /** Failed, or not executed because a computation whose data it uses failed. */
  FAILED;

  /** The word that files use, in lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
