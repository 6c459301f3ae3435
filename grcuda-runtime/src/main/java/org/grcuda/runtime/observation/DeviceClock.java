package org.grcuda.runtime.observation;

import org.grcuda.driver.Device;
import org.grcuda.driver.Event;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;

/**
 * Times of the events of a device, counted from one whose time is known (cuEventElapsedTime). CUDA
 * gives elapsed milliseconds in single precision: after 16 seconds, neighbouring values are a
 * microsecond apart. So the clock counts from a new event once a second has passed. Guarded by the
 * scheduling lock.
 */
final class DeviceClock {

  /** Up to here single precision distinguishes 60 nanoseconds. */
  private static final long FARTHEST_NANOS = 1_000_000_000;

  private final Device device;
  private final boolean exact;
  private Event epoch;
  private long epochNanos;

  /** The next event to count from, on a stream of its own; null if none was recorded. */
  private Event next;

  private Stream stream;

  /**
   * @param epoch an event of {@code device} with timing that has completed; closed with this
   * @param epochNanos its time
   * @param exact whether elapsed times are exact, however long
   */
  DeviceClock(Device device, Event epoch, long epochNanos, boolean exact) {
    this.device = device;
    this.epoch = epoch;
    this.epochNanos = epochNanos;
    this.exact = exact;
  }

  /** The time of {@code event}, a completed one with timing. */
  long timeOf(Event event) {
    if (next != null && next.isComplete() && next.failure() == null) {
      epochNanos += next.elapsedNanos(epoch);
      epoch.close();
      epoch = next;
      next = null;
    }
    long elapsed = event.elapsedNanos(epoch);
    if (elapsed > FARTHEST_NANOS && next == null && !exact) {
      recordNext();
    }
    return epochNanos + elapsed;
  }

  private void recordNext() {
    if (stream == null) {
      stream = device.createStream();
    }
    Event made = device.createEvent(true);
    Submission submission = new Submission();
    submission.record(stream, made);
    device.submit(submission);
    next = made;
  }

  void close() {
    epoch.close();
    if (next != null) {
      next.close();
    }
    if (stream != null) {
      stream.close();
    }
  }
}
