package org.grcuda.cuda;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.UsageException;

/**
 * Waits for events of one GPU; a waiting thread sleeps until the GPU's interrupt comes. A thread
 * inside cuEventSynchronize cannot be interrupted. So separate threads call it, and the program's
 * threads wait for them.
 */
final class EventWaits {

  private static final int NON_BLOCKING = 1;
  private static final int BLOCKING_SYNC = 1;
  private static final int DISABLE_TIMING = 2;

  /**
   * The handles of one wait: a stream, and an event that is recorded there after the awaited one.
   */
  private record Marker(long stream, long event) {}

  private final CudaSession session;
  private final Gpu gpu;
  private final ExecutorService threads;
  private final Deque<Marker> idle = new ArrayDeque<>();

  EventWaits(CudaSession session, Gpu gpu) {
    this.session = session;
    this.gpu = gpu;
    this.threads =
        Executors.newCachedThreadPool(
            wait ->
                Thread.ofPlatform()
                    .daemon()
                    .name("grcuda-cuda-wait-" + gpu.number())
                    .unstarted(wait));
  }

  /**
   * A current wait: one thread of this class waits on behalf of all threads that wait for the
   * event.
   */
  static final class Wait {

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile DriverException failure;

    boolean isOver() {
      return ended.getCount() == 0;
    }

    /**
     * Waits for at most {@code nanos} nanoseconds.
     *
     * @throws DriverException if CUDA refused to wait
     */
    void await(long nanos) throws InterruptedException {
      if (ended.await(nanos, TimeUnit.NANOSECONDS) && failure != null) {
        throw failure;
      }
    }
  }

  /**
   * Begins a wait for {@code event}, which is pinned for it.
   *
   * @throws UsageException if the driver is closed
   */
  Wait begin(CudaEvent event) {
    Wait wait = new Wait();
    event.use();
    try {
      threads.execute(() -> run(event, wait));
    } catch (RejectedExecutionException e) {
      event.unpin();
      throw new UsageException("the driver is closed", e);
    }
    return wait;
  }

  private void run(CudaEvent event, Wait wait) {
    try {
      Marker marker = take();
      int status =
          DriverApi.awaitEvent(
              session.handle(), gpu.context(), event.handle(), marker.stream(), marker.event());
      give(marker);
      if (status != 0) {
        DriverException failure =
            session.failure(status, "cuEventSynchronize", event.owner().ordinal(), null);
        // The event reports a fault of the work.
        wait.failure = session.fault() == null ? failure : null;
      }
    } catch (DriverException e) {
      wait.failure = session.fault() == null ? e : null;
    } finally {
      wait.ended.countDown();
      event.unpin();
    }
  }

  private Marker take() {
    synchronized (idle) {
      if (!idle.isEmpty()) {
        return idle.pop();
      }
    }
    int flags = BLOCKING_SYNC | DISABLE_TIMING;
    long stream =
        session.longOf(
            "cuStreamCreate",
            gpu.number(),
            out -> DriverApi.createStream(session.handle(), gpu.context(), NON_BLOCKING, out));
    try {
      long event =
          session.longOf(
              "cuEventCreate",
              gpu.number(),
              out -> DriverApi.createEvent(session.handle(), gpu.context(), flags, out));
      return new Marker(stream, event);
    } catch (DriverException e) {
      DriverApi.destroyStream(session.handle(), gpu.context(), stream);
      throw e;
    }
  }

  private void give(Marker marker) {
    synchronized (idle) {
      idle.push(marker);
    }
  }

  /** Runs an action on another thread. */
  void execute(Runnable action) {
    threads.execute(action);
  }

  /** Called when no wait goes on, and none will begin. */
  void close(Consumer<DriverException> failures) {
    threads.shutdown();
    for (Marker marker : idle) {
      tell(
          DriverApi.destroyEvent(session.handle(), gpu.context(), marker.event()),
          "cuEventDestroy",
          failures);
      tell(
          DriverApi.destroyStream(session.handle(), gpu.context(), marker.stream()),
          "cuStreamDestroy",
          failures);
    }
    idle.clear();
  }

  private void tell(int status, String call, Consumer<DriverException> failures) {
    if (status != 0) {
      failures.accept(session.failure(status, call, gpu.number(), null));
    }
  }
}
