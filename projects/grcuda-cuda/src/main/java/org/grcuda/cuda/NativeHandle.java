package org.grcuda.cuda;

import org.grcuda.driver.DriverException;

/**
 * A handle of the driver API that belongs to a device. It keeps the driver open until destroyed.
 */
abstract class NativeHandle extends Pinned {

  private final CudaDevice device;
  private final long handle;

  /**
   * Takes over a pin of the driver.
   *
   * @param handle as the driver API gave it
   */
  NativeHandle(CudaDevice device, long handle) {
    this.device = device;
    this.handle = handle;
    device.driver().remember(this);
  }

  /** Its destruction in the driver API: a CUresult. */
  abstract int destroyNative();

  /** The function that {@link #destroyNative} calls. */
  abstract String destructor();

  final CudaDevice owner() {
    return device;
  }

  /** The handle, for a call of the driver API while this is pinned or the driver locked. */
  final long handle() {
    return handle;
  }

  final CudaSession session() {
    return device.driver().session();
  }

  final long context() {
    return device.context();
  }

  /** Refuses use after this or the driver was closed. */
  final void requireUsable() {
    device.driver().requireOpen();
    requireOpen();
  }

  /** Begins a use. */
  final void use() {
    device.driver().requireOpen();
    pin();
  }

  @Override
  final void destroy() {
    CudaDriver driver = device.driver();
    try {
      int status;
      synchronized (driver.lock()) {
        status = destroyNative();
      }
      if (status != 0) {
        DriverException failure =
            session().failure(status, destructor(), device.ordinal(), what() + " as it is closed");
        // After a fault nothing can be destroyed, and the fault is told by every other call.
        if (session().fault() == null) {
          throw failure;
        }
      }
    } finally {
      driver.forget(this);
    }
  }

  /** Destroys it once nobody uses it. Idempotent. */
  public final void close() {
    end();
  }
}
