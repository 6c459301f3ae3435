package org.grcuda.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Submission;
import org.grcuda.driver.queue.SubmissionCheck;

/**
 * Enqueues submissions on one GPU, one at a time, and destroys handles between them. Each GPU has a
 * lock of its own, so a call that waits on one GPU, for example because of a full queue, stops no
 * call on another. Submissions of hints, which may take CUDA long, are enqueued beside the others.
 */
final class GpuQueue {

  /** A status of a submission above this is a library's own status. */
  private static final int OF_LIBRARY = 0x10000;

  private final CudaDriver driver;
  private final Gpu gpu;
  private final Object lock = new Object();
  private final SubmissionWriter writer = new SubmissionWriter();

  /** Taken before the other lock, and held while CUDA takes hints. */
  private final Object hintLock = new Object();

  private final SubmissionWriter hintWriter = new SubmissionWriter();
  private final EventWaits waits;
  private final StackLimit stack;
  private volatile boolean prints;

  /**
   * @param stackBytes as {@link CudaSettings#stackBytes}
   */
  GpuQueue(CudaDriver driver, Gpu gpu, long stackBytes) {
    this.driver = driver;
    this.gpu = gpu;
    this.stack = new StackLimit(driver.session(), gpu, stackBytes);
    this.waits = new EventWaits(driver.session(), gpu);
  }

  Gpu gpu() {
    return gpu;
  }

  EventWaits waits() {
    return waits;
  }

  StackLimit stack() {
    return stack;
  }

  /** Code with such kernels is about to be loaded. */
  void noteNeeds(KernelNeeds needs) {
    prints |= needs.prints();
    if (!needs.stack().isEmpty()) {
      stack.raise();
    }
  }

  /**
   * Has CUDA pass on what kernels have printed, which it does when its context is synchronized.
   * Waits for all work of the process on the GPU. Does nothing if no code prints.
   */
  void flushOutput() {
    if (prints && driver.session().fault() == null) {
      driver
          .session()
          .check(
              DriverApi.synchronizeContext(driver.session().handle(), gpu.context()),
              "cuCtxSynchronize",
              gpu.number());
    }
  }

  /**
   * The outcome of an attempt to enqueue a submission; at most one of the two is set.
   *
   * @param missing as {@link SubmissionWriter#missing}
   */
  private record Outcome(long result, Runnable missing) {}

  /**
   * Enqueues a submission.
   *
   * @param device one of the GPU's
   * @throws RuntimeException as {@link org.grcuda.driver.Device#submit}
   */
  void submit(CudaDevice device, SubmissionCheck check, Submission submission) {
    Ranges ranges = driver.ranges();
    if (ranges == null) {
      submitNow(device, check, submission);
      return;
    }
    ranges.begin(submission);
    try {
      submitNow(device, check, submission);
    } finally {
      ranges.end();
    }
  }

  private void submitNow(CudaDevice device, SubmissionCheck check, Submission submission) {
    if (submission.hasOnlyHints()) {
      finish(device, submission, enqueueHints(device, check, submission));
      return;
    }
    Outcome outcome = enqueue(device, check, submission);
    while (outcome.missing() != null) {
      outcome.missing().run();
      outcome = enqueue(device, check, submission);
    }
    finish(device, submission, outcome.result());
  }

  private void finish(CudaDevice device, Submission submission, long result) {
    int status = (int) result;
    int index = (int) (result >> Integer.SIZE);
    if (status == 0 && index != 0) {
      driver.hintWasRefused(index);
    }
    if (status != 0) {
      DriverException failure = failure(device, submission, status, index);
      if (index > 0) {
        awaitEnqueued(submission, failure);
      }
      throw failure;
    }
  }

  private Outcome enqueue(CudaDevice device, SubmissionCheck check, Submission submission) {
    List<CudaEvent> guests = List.of();
    try {
      synchronized (lock) {
        driver.requireOpen();
        driver.session().requireHealthy("cuLaunchKernel", device.ordinal());
        try {
          int words = writer.write(submission, device, check);
          if (writer.missing() != null) {
            return new Outcome(0, writer.missing());
          }
          writer.noteLaunches();
          long result =
              DriverApi.submit(driver.session().handle(), gpu.context(), writer.address(), words);
          writer.noteRecords();
          return new Outcome(result, null);
        } finally {
          guests = writer.takeGuests();
        }
      }
    } finally {
      // The last user of an event destroys it, with the lock of the event's own GPU.
      if (!guests.isEmpty()) {
        guests.forEach(CudaEvent::unpin);
      }
    }
  }

  /** Enqueues waits, hints and records; the GPU's lock is not held while CUDA takes them. */
  private long enqueueHints(CudaDevice device, SubmissionCheck check, Submission submission) {
    List<NativeHandle> used = new ArrayList<>();
    synchronized (hintLock) {
      try {
        int words;
        synchronized (lock) {
          driver.requireOpen();
          driver.session().requireHealthy("cuMemPrefetchAsync", device.ordinal());
          try {
            words = hintWriter.write(submission, device, check);
          } finally {
            used.addAll(hintWriter.takeGuests());
          }
          pinAll(submission, used);
        }
        long result =
            DriverApi.submit(driver.session().handle(), gpu.context(), hintWriter.address(), words);
        synchronized (lock) {
          hintWriter.noteRecords();
        }
        return result;
      } finally {
        used.forEach(NativeHandle::unpin);
      }
    }
  }

  /** Begins a use of each stream and event of a submission, and adds them to {@code pinned}. */
  private static void pinAll(Submission submission, List<NativeHandle> pinned) {
    Object[] handles = submission.handles();
    for (int i = 0; i < submission.handleCount(); i++) {
      NativeHandle handle = (NativeHandle) handles[i];
      handle.pin();
      pinned.add(handle);
    }
  }

  /** The error of a command, by its index among those written. */
  private DriverException failure(CudaDevice device, Submission submission, int status, int index) {
    int ordinal = device.ordinal();
    if (index < 0) {
      return driver.session().failure(status, "cuCtxSetCurrent", ordinal, null);
    }
    Submission.Reader reader = submission.reader();
    for (int left = index;
        reader.next();
        left -= SubmissionWriter.isWritten(reader, device) ? 1 : 0) {
      if (left == 0 && SubmissionWriter.isWritten(reader, device)) {
        break;
      }
    }
    Submission.Command command = reader.command();
    if ((status & OF_LIBRARY) != 0) {
      return CudaLibrary.failure(device, reader.function().name(), status - OF_LIBRARY);
    }
    String detail =
        command == Submission.Command.LAUNCH
            ? "kernel " + reader.function().name() + ", " + reader.shape()
            : "command %d of its submission".formatted(index);
    return driver.session().failure(status, command.call(), ordinal, detail);
  }

  /**
   * Waits for the commands before the one that was refused: the caller assumes that nothing was
   * enqueued, and may free the memory that it uses.
   */
  private static void awaitEnqueued(Submission submission, DriverException failure) {
    Submission.Reader reader = submission.reader();
    CudaStream last = null;
    while (reader.next()) {
      CudaStream stream = (CudaStream) reader.stream();
      if (stream != last) {
        last = stream;
        try {
          stream.synchronizeIfOpen();
        } catch (DriverException | IllegalStateException e) {
          failure.addSuppressed(e);
        }
      }
    }
  }

  /** Destroys a handle of the GPU; returns the CUresult. */
  int destroy(NativeHandle handle) {
    synchronized (lock) {
      return handle.destroyNative();
    }
  }

  /** Waits for submissions that began to be enqueued before the driver was closed. */
  void awaitSubmission() {
    synchronized (lock) {
      driver.requireClosed();
    }
  }

  /** Nobody uses it any more. */
  void close(Consumer<DriverException> failures) {
    waits.close(failures);
    writer.close();
    hintWriter.close();
  }
}
