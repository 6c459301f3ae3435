package org.grcuda.runtime;

/** Waits to the end, whatever interrupts. */
enum UninterruptibleBlocker implements Blocker {
  INSTANCE;

  @Override
  public <T> void block(Interruptible<T> wait, T subject) {
    boolean interrupted = false;
    while (true) {
      try {
        wait.await(subject);
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
