package org.grcuda.nvrtc;

/** How a thread waits for the compiler. */
@FunctionalInterface
public interface CompileWait {

  /** Waits to the end, and restores the thread's interrupt status afterwards. */
  CompileWait UNINTERRUPTIBLE =
      wait -> {
        boolean interrupted = false;
        while (true) {
          try {
            wait.await();
            break;
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      };

  /**
   * Calls {@code wait} until it returns normally; may call it again after an interrupt. An
   * exception of this method ends the compilation.
   */
  void block(Interruptible wait);

  /** A wait that an interrupt ends early. */
  @FunctionalInterface
  interface Interruptible {

    /**
     * Returns when the awaited result is there.
     *
     * @throws InterruptedException if the thread is interrupted; the wait may be started again
     */
    void await() throws InterruptedException;
  }
}
