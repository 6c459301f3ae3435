package org.grcuda.cuda;

import java.util.function.Consumer;
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

  /** Frees its memory after its destruction, without a lock; returns a CUresult. */
  int giveBack() {
    return 0;
  }

  /** Destroys it in the driver API, with the lock of its GPU held; returns a CUresult. */
  abstract int destroyNative();

  /** The function that {@link #destroyNative} calls. */
  abstract String destructor();

  final CudaDevice owner() {
    return device;
  }

  /** The handle, for a call of the driver API while this is pinned or its GPU locked. */
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

  /** Whether it belongs to a device and is open: it stays usable while its GPU is locked. */
  final boolean isUsableOn(CudaDevice user) {
    return device == user && !isClosed();
  }

  /** Begins a use. */
  final void use() {
    device.driver().requireOpen();
    pin();
  }

  @Override
  final void destroy() {
    destroy(
        failure -> {
          throw failure;
        });
  }

  /**
   * The last user has nothing to do with an error here, so the driver reports it when it is closed.
   */
  @Override
  final void destroyLate() {
    destroy(device.driver()::note);
  }

  /** Destroys it now, or later. */
  void destroy(Consumer<DriverException> told) {
    destroyNow(told);
  }

  /**
   * Destroys it.
   *
   * @param told receives an error of CUDA, on this thread, unless a fault was reported before
   */
  final void destroyNow(Consumer<DriverException> told) {
    CudaDriver driver = device.driver();
    try {
      int status = device.queue().destroy(this);
      DriverException refused = refusal(status);
      DriverException left = failure(giveBack(), "cuMemFreeHost");
      if (refused != null || left != null) {
        told.accept(refused != null ? refused : left);
      }
    } finally {
      driver.forget(this);
    }
  }

  /** The error that a status of {@link #destroyNative} means; null: none to report. */
  DriverException refusal(int status) {
    return failure(status, destructor());
  }

  /** Null after a fault: nothing can be destroyed then, and every other call reports the fault. */
  private DriverException failure(int status, String call) {
    if (status == 0) {
      return null;
    }
    DriverException failure =
        session().failure(status, call, device.ordinal(), what() + " as it is closed");
    return session().fault() == null ? failure : null;
  }

  /** Destroys it once nobody uses it. Idempotent. */
  public final void close() {
    end();
  }
}
