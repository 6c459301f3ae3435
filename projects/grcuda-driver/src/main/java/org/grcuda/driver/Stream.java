package org.grcuda.driver;

/** A queue of commands of one device, executed in order (CUstream). */
public interface Stream extends AutoCloseable {

  /** The device it belongs to. */
  Device device();

  /** Whether everything enqueued so far has completed or failed (cuStreamQuery). */
  boolean isIdle();

  /** Waits until everything enqueued so far has completed or failed (cuStreamSynchronize). */
  void synchronize();

  /** Destroys the stream after its work; later commands are refused. Idempotent. */
  @Override
  void close();
}
