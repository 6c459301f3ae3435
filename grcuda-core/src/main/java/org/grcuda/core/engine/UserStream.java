package org.grcuda.core.engine;

import java.util.function.Consumer;
import org.grcuda.driver.CudaResult;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.types.GrCudaException;

/**
 * A stream that the program made (cudaStreamCreate). Work put on it runs in the order of the
 * stream, and after everything whose data it uses, as any other work. Destroying it lets its work
 * complete; later use is refused.
 */
public final class UserStream implements AutoCloseable {

  private final Computations session;
  private final ComputeStream stream;
  private final Placement placement;
  private final long handle;
  private final Consumer<UserStream> forget;
  private volatile boolean destroyed;

  private UserStream(
      Computations session, ComputeStream stream, long handle, Consumer<UserStream> forget) {
    this.session = session;
    this.stream = stream;
    this.placement = Placement.onStream(stream);
    this.handle = handle;
    this.forget = forget;
  }

  static UserStream create(
      Computations session, int device, long handle, Consumer<UserStream> forget) {
    ComputeStream stream =
        WhileOpen.call(session, () -> session.runtime().streams().createUserStream(device));
    return new UserStream(session, stream, handle, forget);
  }

  /** Ordinal of its device. */
  public int device() {
    return stream.device();
  }

  /** Its number on its device, as exports of the DAG show it. */
  public int index() {
    return stream.index();
  }

  /** A number that no other stream or event of the session has. */
  public long handle() {
    return handle;
  }

  /** Whether {@link #close} was called. */
  public boolean isDestroyed() {
    return destroyed;
  }

  /**
   * The place of work that is put on it.
   *
   * @param user the session that puts the work there
   * @throws GrCudaException if it was destroyed, or belongs to another context
   */
  public Placement placement(Computations user) {
    requireOf(user);
    return placement;
  }

  /**
   * Refuses the use of a destroyed stream, or by another session than {@code user}'s.
   *
   * @throws GrCudaException naming it
   */
  public void requireOf(Computations user) {
    if (user != session) {
      throw new GrCudaException(GrCudaException.Kind.TYPE, this + " belongs to another context");
    }
    requireAlive("cudaStreamQuery");
  }

  /**
   * Waits for the work on it (cudaStreamSynchronize).
   *
   * @throws GrCudaException the first failure on it that was not reported yet
   */
  public void synchronize() {
    requireAlive("cudaStreamSynchronize");
    Vertex last = session.runtime().streams().last(stream);
    if (last != null) {
      session.awaitEnd(last);
    }
    session.runtime().flushOutput();
    Vertex failed = session.runtime().streams().untoldFailure(stream);
    if (failed != null) {
      session.await(failed);
    }
  }

  /**
   * Makes later work on it wait for the latest recording of {@code event}; does nothing if there is
   * no recording.
   */
  public void waitFor(UserEvent event) {
    requireAlive("cudaStreamWaitEvent");
    event
        .recording(session)
        .ifPresent(
            recording ->
                session.submit(
                    "cudaStreamWaitEvent", new Operation.WaitEvent(recording), placement));
  }

  private void requireAlive(String call) {
    session.checkOpen();
    if (destroyed) {
      throw CudaErrors.of(
          GrCudaException.Kind.STATE,
          CudaResult.CUDA_ERROR_INVALID_HANDLE,
          call,
          this + " was destroyed");
    }
  }

  /** Destroys it; its work completes (cudaStreamDestroy). Idempotent. */
  @Override
  public void close() {
    destroyed = true;
    forget.accept(this);
    session.runtime().streams().closeUserStream(stream);
  }

  @Override
  public String toString() {
    return stream.toString();
  }
}
