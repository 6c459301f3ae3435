package org.grcuda.driver.queue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.UsageException;

/** An event of {@link CommandQueues}: its latest {@link Recording}, if any. */
final class QueuedEvent implements Event {

  private final CommandQueues queues;
  private final Device device;
  private final boolean timing;
  private volatile Recording latest;
  private volatile boolean closed;

  QueuedEvent(CommandQueues queues, Device device, boolean timing) {
    this.queues = queues;
    this.device = device;
    this.timing = timing;
  }

  @Override
  public boolean isComplete() {
    requireOpen();
    Recording recording = latest;
    if (recording == null || recording.isComplete()) {
      return true;
    }
    queues.executor().asked();
    return recording.isComplete();
  }

  @Override
  public void await() throws InterruptedException {
    requireOpen();
    Recording recording = latest;
    if (recording != null) {
      queues.await(recording);
    }
  }

  @Override
  public boolean await(long nanos) throws InterruptedException {
    requireOpen();
    Recording recording = latest;
    return recording == null || queues.await(recording, nanos);
  }

  @Override
  public void awaitAny(List<Event> others, long nanos) throws InterruptedException {
    requireOpen();
    List<Recording> recordings = new ArrayList<>();
    recordings.add(latest);
    for (Event other : others) {
      recordings.add(((QueuedEvent) other).latest);
    }
    // An event that was never recorded counts as complete.
    if (!recordings.contains(null)) {
      queues.awaitAny(recordings, nanos);
    }
  }

  @Override
  public DriverException failure() {
    requireOpen();
    Recording recording = latest;
    return recording == null ? null : recording.failure();
  }

  @Override
  public long elapsedNanos(Event earlier) {
    if (!(earlier instanceof QueuedEvent start) || start.queues != queues) {
      throw new IllegalArgumentException("the other event belongs to another driver");
    }
    return timeOrThrow() - start.timeOrThrow();
  }

  @Override
  public void close() {
    synchronized (queues) {
      if (!closed) {
        closed = true;
        queues.closedEvent();
      }
    }
  }

  CommandQueues queues() {
    return queues;
  }

  Device device() {
    return device;
  }

  /** Whether it tells when it was recorded. */
  boolean isTimed() {
    return timing;
  }

  Recording latest() {
    return latest;
  }

  /** A RECORD was enqueued, which {@code recording} completes. */
  void renew(Recording recording) {
    latest = recording;
  }

  void requireOpen() {
    queues.requireOpen();
    if (closed) {
      throw new UsageException("the event is closed");
    }
  }

  private long timeOrThrow() {
    requireOpen();
    Recording recording = latest;
    if (!timing || recording == null) {
      throw refused(
          CudaResult.CUDA_ERROR_INVALID_HANDLE,
          timing ? "the event was never recorded" : "the event was created without timing");
    }
    if (!recording.isComplete()) {
      throw refused(CudaResult.CUDA_ERROR_NOT_READY, "the event has not completed");
    }
    return recording.time();
  }

  private DriverException refused(CudaResult result, String detail) {
    return new DriverException(result, "cuEventElapsedTime", device.ordinal(), detail);
  }
}
