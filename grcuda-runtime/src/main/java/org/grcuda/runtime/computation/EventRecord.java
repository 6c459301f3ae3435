package org.grcuda.runtime.computation;

import java.util.function.Predicate;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.UsageException;

/**
 * One recording of an event of the program (cudaEventRecord): a point in a stream, or after
 * everything submitted before. The host or other streams can wait for it, and it has the time on
 * the device at which it was reached.
 *
 * <p>It is made for one {@link Operation.RecordEvent}, and closed when the event is recorded again
 * or destroyed. Guarded by the scheduling lock, unless a method says otherwise.
 */
public final class EventRecord {

  private final SchedulingLock lock;
  private final Predicate<Vertex> query;
  private Vertex vertex;
  private Event time;
  private boolean closed;

  /**
   * A recording that is about to be made.
   *
   * @param query tells whether a computation has completed; asked until it has
   */
  public EventRecord(SchedulingLock lock, Predicate<Vertex> query) {
    this.lock = lock;
    this.query = query;
  }

  /** The computation that makes the recording; null before it was submitted. Without the lock. */
  public Vertex vertex() {
    return vertex;
  }

  /** Remembers the computation that makes it. */
  public void submitted(Vertex recording) {
    vertex = recording;
  }

  /** Appends the record of the time, unless nobody needs the time any more. */
  public void append(Device device, Stream stream, Submission submission) {
    if (!closed) {
      time = device.createEvent(true);
      submission.record(stream, time);
    }
  }

  /**
   * Nanoseconds on the device from {@code earlier} to this (cuEventElapsedTime). Without the lock.
   *
   * @throws DriverException CUDA_ERROR_NOT_READY unless both have been reached
   * @throws ComputationFailedException if one of them could not be recorded
   * @throws UsageException if one of them was closed
   */
  public long elapsedNanos(EventRecord earlier) {
    lock.lock();
    try {
      requireReached();
      earlier.requireReached();
      return time.elapsedNanos(earlier.time);
    } finally {
      lock.unlock();
    }
  }

  private void requireReached() {
    if (!query.test(vertex)) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_NOT_READY,
          "cuEventElapsedTime",
          vertex.device(),
          "the event has not completed");
    }
    vertex.throwIfFailed();
    if (closed) {
      throw new UsageException("the recording of " + vertex + " was given up");
    }
  }

  /**
   * Releases the time. Computations that wait for the recording go on waiting. Without the lock.
   */
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (time != null) {
        time.close();
        time = null;
      }
    } finally {
      lock.unlock();
    }
  }
}
