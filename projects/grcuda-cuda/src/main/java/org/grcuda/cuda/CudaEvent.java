package org.grcuda.cuda;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;

/** An event (CUevent). */
final class CudaEvent extends NativeHandle implements Event {

  private static final int DISABLE_TIMING = 2;
  private static final int NOT_READY = 600;

  private static final long PARK_NANOS = 5_000;
  private static final long LOOKING_NANOS = 50_000;

  private final boolean timing;

  private static final VarHandle RECORDED;

  static {
    try {
      RECORDED = MethodHandles.lookup().findVarHandle(CudaEvent.class, "recorded", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** How many times it was recorded, and the number of the latest record known to be complete. */
  private volatile int recorded;

  private volatile int completed;

  // Guarded by this.
  private EventWaits.Wait waiting;
  private int waitedFor;

  private CudaEvent(CudaDevice device, long handle, boolean timing) {
    super(device, handle);
    this.timing = timing;
  }

  static CudaEvent create(CudaDevice device, boolean timing) {
    int flags = timing ? 0 : DISABLE_TIMING;
    return device.create(
        "cuEventCreate",
        out -> DriverApi.createEvent(device.sessionHandle(), device.context(), flags, out),
        handle -> new CudaEvent(device, handle, timing));
  }

  /**
   * Called after a submission that records it, with its GPU locked: releasing the lock is the
   * fence.
   */
  void recorded() {
    RECORDED.setRelease(this, recorded + 1);
  }

  @Override
  public boolean isComplete() {
    requireUsable();
    // The order matters: if the event is complete after the number was read, that record is
    // complete.
    int number = recorded;
    if (completed == number) {
      return true;
    }
    if (session().fault() != null) {
      return true;
    }
    use();
    int status;
    try {
      status = DriverApi.queryEvent(session().handle(), context(), handle());
    } finally {
      unpin();
    }
    if (status == 0) {
      completed = number;
      return true;
    }
    return status != NOT_READY && hasFailed(status);
  }

  /** True if the status says that the work failed; an error of the query itself is thrown. */
  private boolean hasFailed(int status) {
    DriverException failure = session().failure(status, "cuEventQuery", owner().ordinal(), null);
    if (session().fault() == null) {
      throw failure;
    }
    return true;
  }

  @Override
  public void await() throws InterruptedException {
    awaitUntil(Long.MAX_VALUE);
  }

  @Override
  public boolean await(long nanos) throws InterruptedException {
    return awaitUntil(nanos);
  }

  /** Polls for a short while; for so short a time waking another thread does not pay. */
  private boolean awaitUntil(long nanos) throws InterruptedException {
    long start = System.nanoTime();
    while (!isComplete()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long waited = System.nanoTime() - start;
      if (waited >= nanos) {
        return false;
      }
      if (waited < LOOKING_NANOS) {
        LockSupport.parkNanos(this, Math.min(PARK_NANOS, nanos - waited));
      } else {
        waiting().await(nanos - waited);
      }
    }
    return true;
  }

  /** The current wait for its latest recording; begins one if there is none. */
  private synchronized EventWaits.Wait waiting() {
    int number = recorded;
    if (waiting == null || waiting.isOver() || waitedFor != number) {
      waiting = owner().queue().waits().begin(this);
      waitedFor = number;
    }
    return waiting;
  }

  @Override
  public DriverException failure() {
    requireUsable();
    return completed == recorded ? null : session().fault();
  }

  @Override
  public long elapsedNanos(Event earlier) {
    if (!(earlier instanceof CudaEvent start) || start.owner().driver() != owner().driver()) {
      throw new IllegalArgumentException("the event belongs to another driver");
    }
    if (!timing || !start.timing) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_HANDLE,
          "cuEventElapsedTime",
          owner().ordinal(),
          "an event was created without timing");
    }
    if (start == this && recorded > 0) {
      return 0;
    }
    use();
    try {
      return start.pinnedElapsed(this);
    } finally {
      unpin();
    }
  }

  private long pinnedElapsed(CudaEvent end) {
    use();
    try {
      int bits =
          session()
              .intOf(
                  "cuEventElapsedTime",
                  owner().ordinal(),
                  out ->
                      DriverApi.elapsedTime(
                          session().handle(), end.context(), handle(), end.handle(), out));
      return Math.round(Float.intBitsToFloat(bits) * 1e6);
    } finally {
      unpin();
    }
  }

  @Override
  String what() {
    return "the event";
  }

  @Override
  int destroyNative() {
    return DriverApi.destroyEvent(session().handle(), context(), handle());
  }

  @Override
  String destructor() {
    return "cuEventDestroy";
  }
}
