package org.grcuda.driver.composite;

import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;

/**
 * One recording of an event. It may not be with the driver yet, because the submission that makes
 * it is held back. Whoever waits for it waits for this recording, even if the event was recorded
 * again.
 */
final class Recording {

  private final CompositeDevice device;
  private final Event inner;

  /** Whether the driver has it, or never will. */
  private volatile boolean submitted;

  /** Whether it is known to be complete; the driver's event may be recorded again from then on. */
  private volatile boolean over;

  private volatile DriverException failure;

  // Guarded by the bridge.
  private int waiting;
  private boolean superseded;
  private boolean closed;

  /**
   * @param inner records it at the driver
   */
  Recording(CompositeDevice device, Event inner) {
    this.device = device;
    this.inner = inner;
  }

  Event inner() {
    return inner;
  }

  CompositeDevice device() {
    return device;
  }

  /** It stands for an event that was never recorded, which counts as complete. */
  void neverRecorded() {
    submitted = true;
    over = true;
  }

  /** A new recording with the same event of the driver; this one is complete. */
  Recording supersede() {
    if (failure == null) {
      failure = device.part().global(inner.failure());
    }
    over = true;
    superseded = true;
    return new Recording(device, inner);
  }

  /** The new recording was refused after all: this one is the latest again. */
  void restore() {
    superseded = false;
  }

  /** The driver has it, and needs its event no longer if that was closed meanwhile. */
  void submitted() {
    submitted = true;
    if (closed) {
      closeIfUnused();
    }
  }

  /** The driver refused it. */
  void refused(RuntimeException error) {
    failure =
        error instanceof DriverException known
            ? known
            : new DriverException(
                CudaResult.CUDA_ERROR_UNKNOWN,
                "cuEventRecord",
                device.ordinal(),
                error.toString(),
                error);
    over = true;
    submitted();
  }

  boolean isSubmitted() {
    return submitted;
  }

  boolean isOver() {
    return over;
  }

  /** Whether it is complete; lets go first what it may wait for. */
  boolean isComplete() {
    if (!submitted) {
      device.bridge().advance();
    }
    return hasCompleted();
  }

  /** As {@link #isComplete}, for the bridge itself. */
  boolean hasCompleted() {
    return over || submitted && inner.isComplete();
  }

  /** Waits for it, once it is with the driver; whether it is complete. */
  boolean await(long nanos) throws InterruptedException {
    if (over) {
      return true;
    }
    if (nanos == Long.MAX_VALUE) {
      inner.await();
      return true;
    }
    return inner.await(nanos);
  }

  DriverException failure() {
    return over ? failure : device.part().global(inner.failure());
  }

  /** A submission that is held back waits for it. */
  void addWaiting() {
    waiting++;
  }

  void removeWaiting() {
    waiting--;
    if (closed) {
      closeIfUnused();
    }
  }

  /** The event was closed. */
  void close() {
    closed = true;
    closeIfUnused();
  }

  /** Whether nobody needs it any more, though its event goes on with another. */
  boolean closeIfOver() {
    if (superseded) {
      return true;
    }
    if (waiting > 0 || !hasCompleted()) {
      return false;
    }
    close();
    return true;
  }

  private void closeIfUnused() {
    if (submitted && waiting == 0 && !superseded) {
      inner.close();
    }
  }
}
