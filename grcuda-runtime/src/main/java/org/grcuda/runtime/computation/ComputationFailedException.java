package org.grcuda.runtime.computation;

import org.grcuda.driver.DriverException;

/**
 * A wait throws this if the computation failed, or depends on the data of a computation that
 * failed. The cause is the original error.
 */
public final class ComputationFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String computation;

  /**
   * @param computation name of the computation that failed first
   * @param cause its error
   */
  public ComputationFailedException(String computation, Throwable cause) {
    super(computation + " failed: " + cause.getMessage(), cause);
    this.computation = computation;
  }

  /** Name of the computation that failed first: the kernel's, for a launch. */
  public String computation() {
    return computation;
  }

  /** The device's error, or null if host code failed. */
  public DriverException driverException() {
    return getCause() instanceof DriverException e ? e : null;
  }
}
