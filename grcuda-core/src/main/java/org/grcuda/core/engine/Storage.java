package org.grcuda.core.engine;

import java.lang.ref.Cleaner;
import org.grcuda.ElementType;
import org.grcuda.GrCudaException;
import org.grcuda.runtime.Allocation;

/**
 * The memory of an array and all its views. Freed once: explicitly, or when nothing refers to it
 * any more.
 */
public final class Storage {

  private final Session session;
  private final Allocation allocation;
  private final long address;
  private final ElementType type;
  private final Cleaner.Cleanable cleanable;
  private volatile boolean freed;

  Storage(Session session, Allocation allocation, ElementType type, Cleaner cleaner) {
    this.session = session;
    this.allocation = allocation;
    this.address = allocation.hostAddress();
    this.type = type;
    this.cleanable = cleaner.register(this, new Release(session, allocation));
  }

  /** What happens to an allocation whose storage is freed or unreachable. */
  private record Release(Session session, Allocation allocation) implements Runnable {
    @Override
    public void run() {
      session.release(allocation);
    }
  }

  /** The session it belongs to. */
  public Session session() {
    return session;
  }

  /** The allocation behind it. */
  public Allocation allocation() {
    return allocation;
  }

  /** Address of its first byte on the host. */
  public long address() {
    return address;
  }

  /** The type it was allocated for. */
  public ElementType type() {
    return type;
  }

  /** Whether {@link #free} was called. */
  public boolean isFreed() {
    return freed;
  }

  /** Frees the memory, ordered after the computations that use it. Idempotent. */
  public void free() {
    freed = true;
    cleanable.clean();
  }

  /**
   * Refuses the use of freed memory or of a closed session.
   *
   * @param what the array, for the message
   */
  public void checkAlive(NdArray what) {
    if (freed) {
      throw new GrCudaException(
          GrCudaException.Kind.STATE, "array " + what.describe() + " was freed");
    }
    session.checkOpen();
  }
}
