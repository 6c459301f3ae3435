package org.grcuda.runtime.computation;

/**
 * Something must be done before a computation can go to its device that takes the driver long: a
 * kernel is loaded there, or data is prefetched. The thread that submits the computation does it
 * without the scheduling lock, and submits the computation again. Until then nothing has changed.
 */
public final class NotReadyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Runnable preparation;

  /** For what {@code preparation} does. */
  public NotReadyException(Runnable preparation) {
    super("a computation is not ready", null, false, false);
    this.preparation = preparation;
  }

  /**
   * Does what is missing.
   *
   * @throws org.grcuda.driver.DriverException if the driver refuses it
   */
  public void prepare() {
    preparation.run();
  }
}
