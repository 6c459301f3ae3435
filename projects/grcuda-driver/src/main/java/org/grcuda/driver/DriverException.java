package org.grcuda.driver;

import java.util.List;

/** A call of the driver contract, or work that was enqueued by one, failed. */
public final class DriverException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final CudaResult result;
  private final String call;
  private final int device;
  private final String detail;

  /**
   * @param result why, never CUDA_SUCCESS
   * @param call the CUDA driver call that failed, or its nearest, such as {@code "cuLaunchKernel"}
   * @param device ordinal of the device, -1 where none is involved
   * @param detail what was given and what was expected: one line, or several for a compiler's log
   */
  public DriverException(CudaResult result, String call, int device, String detail) {
    this(result, call, device, detail, null);
  }

  /** As the other constructor, with the error that caused this one. */
  public DriverException(
      CudaResult result, String call, int device, String detail, Throwable cause) {
    super(message(result, call, device, detail), cause);
    this.result = result;
    this.call = call;
    this.device = device;
    this.detail = detail;
  }

  private static String message(CudaResult result, String call, int device, String detail) {
    String where = device < 0 ? "" : " on device " + device;
    return result + " (" + result.code() + "): " + detail + " [" + call + where + "]";
  }

  /**
   * The device of an ordinal.
   *
   * @throws DriverException CUDA_ERROR_INVALID_DEVICE, listing the legal ordinals
   */
  public static <T> T requireDevice(List<T> devices, int ordinal) {
    if (ordinal < 0 || ordinal >= devices.size()) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_DEVICE,
          "cuDeviceGet",
          ordinal,
          "expected 0 to " + (devices.size() - 1));
    }
    return devices.get(ordinal);
  }

  /** The CUDA result code. */
  public CudaResult result() {
    return result;
  }

  /** The CUDA driver call that failed. */
  public String call() {
    return call;
  }

  /** Ordinal of the device, -1 where none is involved. */
  public int device() {
    return device;
  }

  /** The message without code, call and device. */
  public String detail() {
    return detail;
  }
}
