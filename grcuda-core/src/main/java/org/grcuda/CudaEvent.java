package org.grcuda;

import org.grcuda.core.engine.UserEvent;
import org.grcuda.types.GrCudaException;

/**
 * A point in a stream, or after everything submitted so far: to wait for, or to take the time on
 * the device. Before it is recorded, it counts as complete.
 */
public final class CudaEvent implements AutoCloseable {

  private final UserEvent event;

  CudaEvent(UserEvent event) {
    this.event = event;
  }

  /** Records it after everything submitted so far (cudaEventRecord). */
  public void record() {
    event.record();
  }

  /** Records it on {@code stream}, after the work that is there. */
  public void record(CudaStream stream) {
    event.record(stream.stream());
  }

  /** Whether everything before the latest record has completed (cudaEventQuery). */
  public boolean isComplete() {
    return event.isComplete();
  }

  /** Waits until {@link #isComplete} (cudaEventSynchronize). */
  public void synchronize() {
    event.synchronize();
  }

  /**
   * Milliseconds on the device from {@code earlier} to this (cudaEventElapsedTime).
   *
   * @throws GrCudaException unless both were recorded and have completed
   */
  public float millisSince(CudaEvent earlier) {
    return event.elapsedMillis(earlier.event);
  }

  /** Whether it was closed. */
  public boolean isClosed() {
    return event.isDestroyed();
  }

  UserEvent event() {
    return event;
  }

  /** Destroys it; what waits for it goes on waiting (cudaEventDestroy). Idempotent. */
  @Override
  public void close() {
    event.close();
  }

  /** Its number. */
  @Override
  public String toString() {
    return event.toString();
  }
}
