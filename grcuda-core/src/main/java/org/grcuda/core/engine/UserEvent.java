package org.grcuda.core.engine;

import java.util.Optional;
import java.util.function.Consumer;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.EventRecord;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.types.GrCudaException;

/**
 * An event of the program (cudaEventCreate): it stands for the point recorded last, in a stream or
 * after everything submitted so far. It can be recorded on streams of every device. Safe for
 * several threads.
 */
public final class UserEvent implements AutoCloseable {

  private final Computations session;
  private final long handle;
  private final Consumer<UserEvent> forget;
  private EventRecord latest;
  private boolean destroyed;

  UserEvent(Computations session, long handle, Consumer<UserEvent> forget) {
    this.session = session;
    this.handle = handle;
    this.forget = forget;
  }

  /** A number that no other stream or event of the session has. */
  public long handle() {
    return handle;
  }

  /** Whether {@link #close} was called. */
  public synchronized boolean isDestroyed() {
    return destroyed;
  }

  /** Whether {@link #record} was called. */
  public synchronized boolean isRecorded() {
    return latest != null;
  }

  /** Records it after everything submitted so far, on any stream (cudaEventRecord). */
  public void record() {
    record(Placement.onDevice(session.runtime().devices().current()));
  }

  /**
   * Records it on {@code stream} (cudaEventRecord).
   *
   * @throws GrCudaException if the stream was destroyed or belongs to another context
   */
  public void record(UserStream stream) {
    record(stream.placement(session));
  }

  /**
   * Called without the monitor: submitting may wait, and a thread that it waits for may ask for the
   * event.
   */
  private void record(Placement placement) {
    requireAlive("cudaEventRecord");
    var recording = session.runtime().newRecording();
    boolean accepted = false;
    try {
      session.submit("cudaEventRecord", new Operation.RecordEvent(recording), placement);
      accepted = true;
    } finally {
      if (!accepted) {
        recording.close();
      }
    }
    keep(recording).ifPresent(EventRecord::close);
  }

  /**
   * Makes {@code recording} the latest one, if it is; returns the recording that is no longer
   * needed.
   */
  private synchronized Optional<EventRecord> keep(EventRecord recording) {
    EventRecord before = latest;
    if (destroyed || before != null && before.vertex().id() > recording.vertex().id()) {
      return Optional.of(recording);
    }
    latest = recording;
    return Optional.ofNullable(before);
  }

  /**
   * Its latest recording, empty before the first.
   *
   * @throws GrCudaException if it was destroyed, or {@code user} is another context
   */
  synchronized Optional<EventRecord> recording(Computations user) {
    requireOf(user);
    return Optional.ofNullable(latest);
  }

  /**
   * Refuses the use of a destroyed event, or by another session than {@code user}'s.
   *
   * @throws GrCudaException naming it
   */
  public synchronized void requireOf(Computations user) {
    if (user != session) {
      throw new GrCudaException(GrCudaException.Kind.TYPE, this + " belongs to another context");
    }
    requireAlive("cudaEventRecord");
  }

  /**
   * Whether everything before the latest recording has completed (cudaEventQuery); true before the
   * first.
   */
  public boolean isComplete() {
    return recording(session)
        .map(
            recording -> WhileOpen.call(session, () -> session.runtime().query(recording.vertex())))
        .orElse(true);
  }

  /** Waits until {@link #isComplete} (cudaEventSynchronize). */
  public void synchronize() {
    recording(session).ifPresent(recording -> session.await(recording.vertex()));
    session.runtime().flushOutput();
  }

  /**
   * Milliseconds on the device from {@code earlier} to this (cudaEventElapsedTime).
   *
   * @throws GrCudaException CUDA_ERROR_INVALID_HANDLE unless both were recorded,
   *     CUDA_ERROR_NOT_READY unless both have completed
   */
  public float elapsedMillis(UserEvent earlier) {
    EventRecord start = earlier.recorded(session);
    EventRecord end = recorded(session);
    try {
      return (float) (end.elapsedNanos(start) / 1e6);
    } catch (DriverException e) {
      throw CudaErrors.of(
          GrCudaException.Kind.STATE, e.result(), e.call(), e.call() + ": " + e.detail());
    } catch (ComputationFailedException e) {
      throw RuntimeErrors.of(e);
    } catch (IllegalStateException e) {
      throw RuntimeErrors.of(session, e);
    }
  }

  private EventRecord recorded(Computations user) {
    return recording(user)
        .orElseThrow(
            () ->
                CudaErrors.of(
                    GrCudaException.Kind.STATE,
                    CudaResult.CUDA_ERROR_INVALID_HANDLE,
                    "cudaEventElapsedTime",
                    "cudaEventElapsedTime: " + this + " was never recorded"));
  }

  private synchronized void requireAlive(String call) {
    session.checkOpen();
    if (destroyed) {
      throw CudaErrors.of(
          GrCudaException.Kind.STATE,
          CudaResult.CUDA_ERROR_INVALID_HANDLE,
          call,
          this + " was destroyed");
    }
  }

  /** Destroys it; computations that wait for it go on waiting (cudaEventDestroy). Idempotent. */
  @Override
  public synchronized void close() {
    destroyed = true;
    forget.accept(this);
    if (latest != null) {
      latest.close();
      latest = null;
    }
  }

  @Override
  public String toString() {
    return "event " + handle;
  }
}
