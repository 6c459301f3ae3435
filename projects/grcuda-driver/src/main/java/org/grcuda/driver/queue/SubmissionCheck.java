package org.grcuda.driver.queue;

import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;

/**
 * Refuses commands that CUDA would refuse to enqueue. A backend adds checks that only it can make.
 */
public abstract class SubmissionCheck {

  /** Finds the devices of handles. */
  public interface Handles {

    /**
     * The device of a stream; null if it belongs to another driver.
     *
     * @throws org.grcuda.driver.UsageException if it was closed
     */
    Device deviceOf(Stream stream);

    /** The device of an event, as of a stream. */
    Device deviceOf(Event event);
  }

  private final Device device;

  /** Checks what is submitted to {@code device}. */
  protected SubmissionCheck(Device device) {
    this.device = device;
  }

  /** Number of devices of the driver. */
  protected abstract int deviceCount();

  /**
   * The device of a kernel.
   *
   * @return null if the kernel belongs to another driver
   * @throws org.grcuda.driver.UsageException if its module was closed
   */
  protected abstract Device ownerOf(Function function);

  /**
   * Refuses a range that leaves its allocation, or is in none.
   *
   * @throws DriverException CUDA_ERROR_INVALID_VALUE
   */
  protected abstract void checkRange(long address, long bytes, String call);

  /**
   * Refuses a range that cannot be the program's own host memory. This version serves backends
   * whose {@link #checkRange} knows such memory.
   *
   * @throws DriverException CUDA_ERROR_INVALID_VALUE
   */
  protected void checkExternal(long address, long bytes, String call) {
    checkRange(address, bytes, call);
  }

  /** Refuses a grid that a kernel cannot have for reasons that only the backend knows. */
  protected void checkShape(Function function, LaunchShape shape) {}

  /** Refuses a parameter block of the wrong size, if the backend knows the right one. */
  protected void checkParameters(Function function, int parameterBytes) {}

  /** The launch at {@code reader} has passed the checks. */
  protected void passed(Submission.Reader reader) {}

  /**
   * Checks every command.
   *
   * @param handles those of the driver
   * @throws RuntimeException as {@link Device#submit}
   */
  public final void run(Submission submission, Handles handles) {
    Submission.Reader reader = submission.reader();
    while (reader.next()) {
      Submission.Command command = reader.command();
      requireOwn(known(handles.deviceOf(reader.stream()), "stream"), "stream", command);
      switch (command) {
        case WAIT -> known(handles.deviceOf(reader.event()), "event");
        case RECORD ->
            requireOwn(known(handles.deviceOf(reader.event()), "event"), "event", command);
        case COPY -> {
          checkSide(reader, 0, Submission.EXTERNAL_DESTINATION);
          checkSide(reader, 1, Submission.EXTERNAL_SOURCE);
        }
        case FILL -> checkFill(reader);
        case PREFETCH -> checkRangeAndPlace(reader, reader.word(2));
        case ADVISE -> checkRangeAndPlace(reader, reader.word(3));
        case ATTACH -> checkRange(reader.word(0), reader.word(1), command.call());
        case LAUNCH -> checkLaunch(reader);
      }
    }
  }

  private void checkSide(Submission.Reader reader, int side, int external) {
    String call = reader.command().call();
    if ((reader.word(3) & external) == 0) {
      checkRange(reader.word(side), reader.word(2), call);
    } else {
      checkExternal(reader.word(side), reader.word(2), call);
    }
  }

  private void checkFill(Submission.Reader reader) {
    String call = reader.command().call();
    long width = reader.word(2);
    long count = reader.word(3);
    if (width != 1 && width != 2 && width != 4 && width != 8) {
      throw refused(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          call,
          "elements of " + width + " bytes, expected 1, 2, 4 or 8");
    }
    if (reader.word(0) % width != 0) {
      throw refused(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          call,
          "destination 0x%x is not aligned to %d bytes".formatted(reader.word(0), width));
    }
    checkRange(reader.word(0), count > Long.MAX_VALUE / width ? -1 : width * count, call);
  }

  private void checkRangeAndPlace(Submission.Reader reader, long place) {
    String call = reader.command().call();
    checkRange(reader.word(0), reader.word(1), call);
    if (place < -1 || place >= deviceCount()) {
      throw refused(
          CudaResult.CUDA_ERROR_INVALID_DEVICE,
          call,
          "place %d, expected -1 to %d".formatted(place, deviceCount() - 1));
    }
  }

  private void checkLaunch(Submission.Reader reader) {
    Function function = reader.function();
    requireOwn(known(ownerOf(function), "kernel"), "kernel", reader.command());
    reader.shape().check(device, function);
    checkShape(function, reader.shape());
    checkParameters(function, reader.parameterBytes());
    passed(reader);
  }

  private void requireOwn(Device owner, String what, Submission.Command command) {
    if (owner != device) {
      throw refused(
          CudaResult.CUDA_ERROR_INVALID_HANDLE,
          command.call(),
          "the " + what + " belongs to device " + owner.ordinal());
    }
  }

  private DriverException refused(CudaResult result, String call, String detail) {
    return new DriverException(result, call, device.ordinal(), detail);
  }

  private static Device known(Device owner, String what) {
    if (owner == null) {
      throw new IllegalArgumentException("the " + what + " belongs to another driver");
    }
    return owner;
  }
}
