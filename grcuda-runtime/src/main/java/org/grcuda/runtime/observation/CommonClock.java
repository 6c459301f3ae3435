package org.grcuda.runtime.observation;

import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.Event;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;

/**
 * One clock for the host and all devices: nanoseconds since it was made. Each device has an event
 * at a known time of the host's clock. Times of its other events are counted from that event
 * ({@link DeviceClock}), as cuEventElapsedTime needs two events of one device.
 */
final class CommonClock {

  /** This many events are tried; the one whose time on the host is known best is kept. */
  private static final int ATTEMPTS = 5;

  private final Driver driver;
  private final long origin;
  private final DeviceClock[] clocks;

  /**
   * A clock that begins now.
   *
   * @param withDevices whether times of devices will be asked for
   */
  CommonClock(Driver driver, boolean withDevices) {
    this.driver = driver;
    origin = driver.hostNanos();
    clocks = new DeviceClock[withDevices ? driver.deviceCount() : 0];
    for (int i = 0; i < clocks.length; i++) {
      clocks[i] = clock(driver.device(i));
    }
  }

  private DeviceClock clock(Device device) {
    Submission submission = new Submission();
    Event epoch = null;
    long epochNanos = 0;
    long best = Long.MAX_VALUE;
    boolean virtual = driver.hasVirtualTime();
    try (Stream stream = device.createStream()) {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        Event made = device.createEvent(true);
        submission.record(stream, made);
        long before = driver.hostNanos();
        device.submit(submission);
        stream.synchronize();
        long after = driver.hostNanos();
        submission.clear();
        Event worse = made;
        if (after - before < best) {
          best = after - before;
          worse = epoch;
          epoch = made;
          // Where time is virtual, no time passes between the record and the return.
          long recorded = virtual ? after : before + best / 2;
          epochNanos = recorded - origin;
        }
        if (worse != null) {
          worse.close();
        }
      }
    }
    return new DeviceClock(device, epoch, epochNanos, virtual);
  }

  /** Whether {@link #timeOf} may be asked. */
  boolean hasDevices() {
    return clocks.length > 0;
  }

  /** The time now, on the host. */
  long now() {
    return driver.hostNanos() - origin;
  }

  /** The time of {@code event}, a completed one with timing of device {@code ordinal}. */
  long timeOf(int ordinal, Event event) {
    return clocks[ordinal].timeOf(event);
  }

  void close() {
    for (DeviceClock clock : clocks) {
      clock.close();
    }
  }
}
