package org.grcuda.core.engine;

import org.grcuda.GrCudaException;
import org.grcuda.driver.DriverException;
import org.grcuda.runtime.ComputeStream;
import org.grcuda.runtime.Placement;

/**
 * A stream that the program made (cudaStreamCreate). Work put on it runs in the order of the
 * stream, and after everything whose data it uses, as any other work. Destroying it lets its work
 * complete; later use is refused.
 */
public final class UserStream implements AutoCloseable {

  private final Session session;
  private final ComputeStream stream;
  private final Placement placement;
  private volatile boolean destroyed;

  private UserStream(Session session, ComputeStream stream) {
    this.session = session;
    this.stream = stream;
    this.placement = Placement.onStream(stream);
  }

  /**
   * A new stream of a device of {@code session}.
   *
   * @throws GrCudaException if the device refuses it
   */
  public static UserStream create(Session session, int device) {
    session.checkOpen();
    try {
      return new UserStream(session, session.runtime().streams().createUserStream(device));
    } catch (DriverException e) {
      throw GrCudaException.of(e);
    }
  }

  /** Ordinal of its device. */
  public int device() {
    return stream.device();
  }

  /** Its number on its device, as exports of the DAG show it. */
  public int index() {
    return stream.index();
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
  public Placement placement(Session user) {
    if (user != session) {
      throw new GrCudaException(GrCudaException.Kind.TYPE, this + " belongs to another context");
    }
    if (destroyed) {
      throw new GrCudaException(GrCudaException.Kind.STATE, this + " was destroyed");
    }
    return placement;
  }

  /** Destroys it; its work completes (cudaStreamDestroy). Idempotent. */
  @Override
  public void close() {
    destroyed = true;
    session.runtime().streams().closeUserStream(stream);
  }

  @Override
  public String toString() {
    return stream.toString();
  }
}
