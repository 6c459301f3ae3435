package org.grcuda.cuda;

import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.Device;
import org.grcuda.driver.Stream;

/** A stream (CUstream). */
final class CudaStream extends NativeHandle implements Stream {

  private static final int NON_BLOCKING = 1;
  private static final int NOT_READY = 600;

  /** Written with the driver locked, read at any time: it is only for messages. */
  private CudaFunction lastLaunch;

  private CudaStream(CudaDevice device, long handle) {
    super(device, handle);
  }

  static CudaStream create(CudaDevice device) {
    return device.create(
        "cuStreamCreate",
        out -> DriverApi.createStream(device.sessionHandle(), device.context(), NON_BLOCKING, out),
        handle -> new CudaStream(device, handle));
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
   * @param data what it is given
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

  /** True; a failure of the work is kept for those who ask, any other is thrown. */
  private boolean hasEnded(int status, String call) {
    if (status != 0) {
      var failure = session().failure(status, call, owner().ordinal(), null);
      if (session().fault() == null) {
        throw failure;
      }
    }
    return true;
  }

  void launched(CudaFunction function) {
    lastLaunch = function;
  }

  /** The kernel launched last; null if there was none. */
  CudaFunction lastLaunch() {
    return lastLaunch;
  }

  @Override
  String what() {
    return "the stream";
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
