package org.grcuda.driver;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A marker in a stream (CUevent). Reusable: recording it again forgets the earlier completion. An
 * event that was never recorded counts as completed.
 */
public interface Event extends AutoCloseable {

  /** Whether everything before the latest record has completed or failed (cuEventQuery). */
  boolean isComplete();

  /**
   * Waits until {@link #isComplete}, sleeping (cuEventSynchronize, CU_EVENT_BLOCKING_SYNC).
   *
   * @throws InterruptedException if the thread is interrupted; the event is untouched
   */
  void await() throws InterruptedException;

  /**
   * As {@link #await()}, for at most {@code nanos} nanoseconds, plus the lateness of the timer. If
   * the device cannot end a timed sleep, the backend may sleep for the whole time.
   *
   * @return whether the event is complete
   */
  default boolean await(long nanos) throws InterruptedException {
    if (isComplete()) {
      return true;
    }
    TimeUnit.NANOSECONDS.sleep(nanos);
    return isComplete();
  }

  /**
   * As {@link #await(long)}, until this event or one of {@code others} is complete. A driver that
   * cannot sleep on several events looks at them again and again, and sleeps in between.
   *
   * @param others events of the same driver
   */
  default void awaitAny(List<Event> others, long nanos) throws InterruptedException {
    long start = System.nanoTime();
    while (!isComplete() && others.stream().noneMatch(Event::isComplete)) {
      long waited = System.nanoTime() - start;
      if (waited >= nanos) {
        return;
      }
      // As long again as it has taken already: then the last sleep adds a half at most.
      TimeUnit.NANOSECONDS.sleep(
          Math.min(nanos - waited, Math.max(SHORTEST_SLEEP_NANOS, waited / 2)));
    }
  }

  /** What a thread sleeps at least between two looks at several events. */
  long SHORTEST_SLEEP_NANOS = 10_000;

  /**
   * The first failure among the commands of the same submission that the latest record of this
   * event comes after, on its stream or through a wait; null if there was none. Meaningful once
   * {@link #isComplete}.
   */
  DriverException failure();

  /**
   * Nanoseconds on the device from {@code earlier} to this event (cuEventElapsedTime).
   *
   * @throws DriverException CUDA_ERROR_NOT_READY unless both have completed, and
   *     CUDA_ERROR_INVALID_HANDLE unless both were created with timing
   */
  long elapsedNanos(Event earlier);

  /** Destroys the event. A recording or a wait already enqueued stays valid. Idempotent. */
  @Override
  void close();
}
