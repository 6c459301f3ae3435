package org.grcuda.core.engine;

import java.util.Objects;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * The memory of an array and all its views. Freed once: explicitly, or when nothing refers to it
 * any more. The memory of a module's variable is freed with the module.
 */
public final class Storage {

  private final Computations session;
  private final Allocation allocation;
  private final long address;
  private final ElementType type;
  private final Reclaimer.Registration registration;
  private volatile boolean freed;

  private Storage(
      Computations session, Allocation allocation, ElementType type, Reclaimer reclaimer) {
    this.session = session;
    this.allocation = allocation;
    this.address = allocation.hostAddress();
    this.type = type;
    this.registration = reclaimer == null ? null : reclaimer.register(this, allocation);
  }

  /** The storage of a new array, freed by {@code reclaimer} when it is unreachable. */
  static Storage of(
      Computations session, Allocation allocation, ElementType type, Reclaimer reclaimer) {
    return new Storage(session, allocation, type, Objects.requireNonNull(reclaimer));
  }

  /** The memory of a variable, which its module frees. */
  static Storage ofVariable(Computations session, Allocation allocation, ElementType type) {
    return new Storage(session, allocation, type, null);
  }

  /** The session it belongs to. */
  public Computations session() {
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

  /** Whether its memory was freed. */
  public boolean isFreed() {
    return freed || allocation.isFreed();
  }

  /** Whether it is the memory of a variable of a module. */
  public boolean isVariable() {
    return registration == null;
  }

  /**
   * Frees the memory, ordered after the computations that use it. Idempotent.
   *
   * @throws GrCudaException if it is the memory of a variable
   */
  public void free() {
    if (isVariable()) {
      throw new GrCudaException(
          GrCudaException.Kind.STATE,
          allocation + " cannot be freed: it lives as long as its module");
    }
    freed = true;
    registration.free();
  }

  /**
   * Refuses the use of freed memory or of a closed session.
   *
   * @param what the array, for the message
   */
  public void checkAlive(NdArray what) {
    if (freed) {
      throw refused(what);
    }
    session.checkOpen();
    // cudaDeviceReset frees memory without a request of the array.
    if (allocation.isFreed()) {
      throw refused(what);
    }
  }

  private static GrCudaException refused(NdArray what) {
    return new GrCudaException(
        GrCudaException.Kind.STATE, "array " + what.describe() + " was freed");
  }
}
