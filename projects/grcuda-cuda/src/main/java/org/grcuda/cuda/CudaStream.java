package org.grcuda.cuda;

import java.util.function.Consumer;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.Device;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Stream;
import org.grcuda.driver.UsageException;

/** A stream (CUstream). */
final class CudaStream extends NativeHandle implements Stream {

  private static final int NON_BLOCKING = 1;
  private static final int NOT_READY = 600;

  /** Size of the memory through which copies go for which CUDA would wait. */
  static final int STAGING_BYTES = 4 << 20;

  /** Written with the GPU locked, read at any time; only for messages. */
  private CudaCallable lastLaunch;

  /** The last launch of a submission that is being written. */
  private CudaCallable launching;

  /** Address of page-locked memory, 0 before a copy has needed it. */
  private volatile long staging;

  private CudaStream(CudaDevice device, long handle) {
    super(device, handle);
  }

  static CudaStream create(CudaDevice device) {
    return device.create(
        "cuStreamCreate",
        out -> DriverApi.createStream(device.sessionHandle(), device.context(), NON_BLOCKING, out),
        handle -> named(new CudaStream(device, handle)));
  }

  private static CudaStream named(CudaStream stream) {
    Ranges ranges = stream.owner().driver().ranges();
    if (ranges != null) {
      ranges.name(stream);
    }
    return stream;
  }

  @Override
  public Device device() {
    return owner();
  }

  @Override
  public boolean isIdle() {
    use();
    try {
      int status = DriverApi.queryStream(session().handle(), context(), handle());
      return status != NOT_READY && hasEnded(status, "cuStreamQuery");
    } finally {
      unpin();
    }
  }

  @Override
  public void synchronize() {
    use();
    try {
      hasEnded(
          DriverApi.synchronizeStream(session().handle(), context(), handle()),
          "cuStreamSynchronize");
    } finally {
      unpin();
    }
  }

  /**
   * Has a C function called when all earlier work of the stream is done (cuLaunchHostFunc), on a
   * thread of the driver; later work of the stream waits for it. It is not called if earlier work
   * failed, and must not call the driver.
   *
   * @param function address of a {@code void function(void *data)}
   * @param data its argument
   */
  void launchHostFunction(long function, long data) {
    use();
    try {
      session()
          .check(
              DriverApi.launchHostFunction(session().handle(), context(), handle(), function, data),
              "cuLaunchHostFunc",
              owner().ordinal());
    } finally {
      unpin();
    }
  }

  /** Returns true; a failure of the work is kept for later queries, any other failure is thrown. */
  private boolean hasEnded(int status, String call) {
    if (status != 0) {
      var failure = session().failure(status, call, owner().ordinal(), null);
      if (session().fault() == null) {
        throw failure;
      }
    }
    return true;
  }

  /** As {@link #synchronize}, while the driver is being closed. */
  void synchronizeAtEnd() {
    if (tryPin()) {
      try {
        session()
            .check(
                DriverApi.synchronizeStream(session().handle(), context(), handle()),
                "cuStreamSynchronize",
                owner().ordinal());
      } finally {
        unpin();
      }
    }
  }

  /** As {@link #synchronize}; nothing once it is closed. */
  void synchronizeIfOpen() {
    try {
      synchronize();
    } catch (UsageException e) {
      if (!isClosed()) {
        throw e;
      }
    }
  }

  /** Memory of {@link #STAGING_BYTES} that only this stream uses, 0 before {@link #stage}. */
  long staging() {
    return staging;
  }

  /** Allocates {@link #staging}. Called without a lock. */
  synchronized void stage() {
    use();
    try {
      if (staging == 0) {
        staging = owner().driver().memory().allocateHost(owner(), STAGING_BYTES);
      }
    } finally {
      unpin();
    }
  }

  /** A submission that launches it is being written. */
  void launching(CudaCallable function) {
    launching = function;
  }

  /** The launch of {@link #launching} is enqueued. */
  void launched() {
    lastLaunch = launching;
  }

  /** The kernel launched last; null if there was none. */
  CudaCallable lastLaunch() {
    return lastLaunch;
  }

  @Override
  String what() {
    return "the stream";
  }

  /** Another thread waits for work that still uses its memory. */
  @Override
  void destroy(Consumer<DriverException> told) {
    if (staging != 0) {
      owner().queue().waits().execute(this::destroyAfterWork);
    } else {
      destroyNow(told);
    }
  }

  private void destroyAfterWork() {
    CudaDriver driver = owner().driver();
    driver.noting(
        () ->
            hasEnded(
                DriverApi.synchronizeStream(session().handle(), context(), handle()),
                "cuStreamSynchronize"));
    destroyNow(driver::note);
  }

  @Override
  int giveBack() {
    return staging == 0 ? 0 : owner().driver().memory().freeStaging(staging);
  }

  @Override
  int destroyNative() {
    return DriverApi.destroyStream(session().handle(), context(), handle());
  }

  @Override
  String destructor() {
    return "cuStreamDestroy";
  }
}
