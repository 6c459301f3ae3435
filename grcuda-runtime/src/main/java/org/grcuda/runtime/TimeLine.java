package org.grcuda.runtime;

import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.Event;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;

/**
 * One line of time over the host and all devices, in nanoseconds since it was made. Each device has
 * an event at a known time of the host's clock; times of others are counted from there
 * (cuEventElapsedTime needs two events of one device).
 */
final class TimeLine {

  /** Of so many events, the one whose time on the host is known best is kept. */
  private static final int ATTEMPTS = 5;

  private final Driver driver;
  private final long origin;
  private final Event[] epochs;
  private final long[] epochNanos;

  /**
   * A line that begins now.
   *
   * @param withDevices whether times of devices will be asked for
   */
  TimeLine(Driver driver, boolean withDevices) {
    this.driver = driver;
    origin = driver.hostNanos();
    epochs = new Event[withDevices ? driver.deviceCount() : 0];
    epochNanos = new long[epochs.length];
    for (int i = 0; i < epochs.length; i++) {
      findEpoch(driver.device(i));
    }
  }

  private void findEpoch(Device device) {
    int ordinal = device.ordinal();
    Submission submission = new Submission();
    long best = Long.MAX_VALUE;
    try (Stream stream = device.createStream()) {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        Event epoch = device.createEvent(true);
        submission.record(stream, epoch);
        long before = driver.hostNanos();
        device.submit(submission);
        stream.synchronize();
        long after = driver.hostNanos();
        submission.clear();
        if (after - before < best) {
          best = after - before;
          if (epochs[ordinal] != null) {
            epochs[ordinal].close();
          }
          epochs[ordinal] = epoch;
          // Where time is virtual, none of it passes between the record and the return.
          long recorded = driver.hasVirtualTime() ? after : before + best / 2;
          epochNanos[ordinal] = recorded - origin;
        } else {
          epoch.close();
        }
      }
    }
  }

  /** Whether {@link #timeOf} may be asked. */
  boolean hasDevices() {
    return epochs.length > 0;
  }

  /** The time now, on the host. */
  long now() {
    return driver.hostNanos() - origin;
  }

  /** The time of {@code event}, a completed one with timing of device {@code ordinal}. */
  long timeOf(int ordinal, Event event) {
    return epochNanos[ordinal] + event.elapsedNanos(epochs[ordinal]);
  }

  void close() {
    for (Event epoch : epochs) {
      epoch.close();
    }
  }
}
