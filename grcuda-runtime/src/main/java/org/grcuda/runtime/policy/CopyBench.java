package org.grcuda.runtime.policy;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;

/** Buffers, streams and events to time copies with. Not thread-safe. */
final class CopyBench implements AutoCloseable {

  private static final int HOST = BandwidthMatrix.HOST;
  private static final long PATTERN = 0x0123_4567_89AB_CDEFL;

  private final Driver driver;
  private final List<Lane> lanes = new ArrayList<>();
  private final Submission submission = new Submission();

  /** One device: its stream, its memory, and as much pinned host memory. */
  private static final class Lane implements AutoCloseable {

    private final Driver driver;
    private final Device device;
    private final Stream stream;
    private final Event start;
    private final Event end;
    private long bytes;
    private long memory;
    private long other;
    private long pinned;

    Lane(Driver driver, int ordinal) {
      this.driver = driver;
      device = driver.device(ordinal);
      stream = device.createStream();
      start = device.createEvent(true);
      end = device.createEvent(true);
    }

    /** Makes room for copies of {@code size} bytes. */
    void reserve(long size) {
      if (bytes < size) {
        free();
        memory = device.allocate(size);
        other = device.allocate(size);
        pinned = driver.allocateHost(size);
        bytes = size;
        touch();
      }
    }

    /** Unwritten memory may be one page of zeros, which would be read from a cache. */
    private void touch() {
      Submission writes = new Submission();
      writes.fill(stream, memory, PATTERN, Long.BYTES, bytes / Long.BYTES);
      writes.copy(stream, other, memory, bytes);
      writes.copy(stream, pinned, memory, bytes);
      device.submit(writes);
      device.synchronize();
    }

    private void free() {
      bytes = 0;
      memory = freed(memory);
      other = freed(other);
      pinned = freed(pinned);
    }

    private long freed(long address) {
      if (address != 0) {
        driver.free(address);
      }
      return 0;
    }

    /** Nanoseconds of the copy that {@link CopyBench#submit} has submitted, once it has ended. */
    long nanos() throws InterruptedException {
      end.await();
      DriverException failure = end.failure();
      if (failure != null) {
        throw failure;
      }
      return end.elapsedNanos(start);
    }

    @Override
    public void close() {
      device.synchronize();
      free();
      start.close();
      end.close();
      stream.close();
    }
  }

  CopyBench(Driver driver) {
    this.driver = driver;
    boolean made = false;
    try {
      for (int i = 0; i < driver.deviceCount(); i++) {
        lanes.add(new Lane(driver, i));
      }
      made = true;
    } finally {
      if (!made) {
        close();
      }
    }
  }

  /** Whether every device has room for copies of {@code size} bytes, and much more. */
  boolean fits(long size) {
    return lanes.stream()
        .allMatch(lane -> size <= lane.bytes || 8 * size <= lane.device.freeMemory());
  }

  /**
   * Copies once, and waits.
   *
   * @return nanoseconds on the device
   */
  long copy(int from, int to, long size) {
    Lane lane = lanes.get(to == HOST ? from : to);
    lane.reserve(size);
    long source = from == HOST ? lane.pinned : source(from, to, size);
    long target = to == HOST ? lane.pinned : lane.memory;
    submit(lane, target, source, size);
    return await(lane);
  }

  private long source(int from, int to, long size) {
    Lane lane = lanes.get(from);
    lane.reserve(size);
    return from == to ? lane.other : lane.memory;
  }

  /**
   * Copies from the host to each of {@code devices} at the same time, and waits.
   *
   * @return nanoseconds of the copy that took longest
   */
  long copyFromHost(List<Integer> devices, long size) {
    for (int device : devices) {
      lanes.get(device).reserve(size);
    }
    for (int device : devices) {
      Lane lane = lanes.get(device);
      submit(lane, lane.memory, lane.pinned, size);
    }
    long longest = 0;
    for (int device : devices) {
      longest = Math.max(longest, await(lanes.get(device)));
    }
    return longest;
  }

  private void submit(Lane lane, long target, long source, long size) {
    submission.clear();
    submission.record(lane.stream, lane.start);
    submission.copy(lane.stream, target, source, size);
    submission.record(lane.stream, lane.end);
    lane.device.submit(submission);
  }

  private static long await(Lane lane) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return lane.nanos();
        } catch (InterruptedException e) {
          // The copy is short, and its memory cannot be freed before.
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    lanes.forEach(Lane::close);
  }
}
