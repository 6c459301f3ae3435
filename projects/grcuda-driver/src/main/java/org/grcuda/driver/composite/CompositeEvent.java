package org.grcuda.driver.composite;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.UsageException;

/** An event of one of the drivers: its latest recording, if any. */
final class CompositeEvent implements Event {

  private final CompositeDevice device;
  private final boolean timing;

  /** Guarded by the bridge; all but the last are superseded and may still be waited for. */
  private final List<Recording> recordings = new ArrayList<>();

  private volatile Recording latest;
  private volatile boolean closed;

  CompositeEvent(CompositeDevice device, boolean timing) {
    this.device = device;
    this.timing = timing;
    latest = new Recording(device, device.inner().createEvent(timing));
    latest.neverRecorded();
    recordings.add(latest);
  }

  CompositeDevice device() {
    return device;
  }

  Recording latest() {
    return latest;
  }

  /**
   * A new recording, which is not the latest yet. It uses the event of the driver again if that has
   * completed. Called with the lock of the bridge.
   */
  Recording next() {
    Recording before = latest;
    return before.hasCompleted()
        ? before.supersede()
        : new Recording(device, device.inner().createEvent(timing));
  }

  /** Makes {@code recording} the latest. Called with the lock of the bridge. */
  void renew(Recording recording) {
    recordings.removeIf(Recording::closeIfOver);
    recordings.add(recording);
    latest = recording;
  }

  void requireOpen() {
    device.bridge().requireOpen();
    if (closed) {
      throw new UsageException("the event is closed");
    }
  }

  @Override
  public boolean isComplete() {
    requireOpen();
    return latest.isComplete();
  }

  @Override
  public void await() throws InterruptedException {
    requireOpen();
    Recording recording = latest;
    device.bridge().awaitSubmitted(recording, Long.MAX_VALUE);
    recording.await(Long.MAX_VALUE);
  }

  @Override
  public boolean await(long nanos) throws InterruptedException {
    requireOpen();
    Recording recording = latest;
    long start = System.nanoTime();
    if (!device.bridge().awaitSubmitted(recording, nanos)) {
      return false;
    }
    return recording.await(Math.max(0, nanos - (System.nanoTime() - start)));
  }

  @Override
  public DriverException failure() {
    requireOpen();
    return latest.failure();
  }

  @Override
  public long elapsedNanos(Event earlier) {
    if (!(earlier instanceof CompositeEvent start) || start.device.part() != device.part()) {
      throw new IllegalArgumentException("the other event belongs to another driver");
    }
    requireOpen();
    start.requireOpen();
    if (!latest.isSubmitted() || !start.latest.isSubmitted()) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_NOT_READY,
          "cuEventElapsedTime",
          device.ordinal(),
          "the event has not completed");
    }
    return latest.inner().elapsedNanos(start.latest.inner());
  }

  @Override
  public void close() {
    synchronized (device.bridge()) {
      if (!closed) {
        closed = true;
        recordings.forEach(Recording::close);
        recordings.clear();
      }
    }
  }
}
