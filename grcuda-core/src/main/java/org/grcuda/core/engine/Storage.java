package org.grcuda.core.engine;

import java.util.Objects;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * The memory of an array and all its views. Freed once: explicitly, or when nothing refers to it
 * any more. The memory of a module's variable is freed with the module. A lease is the memory of
 * another storage, for a time.
 */
public final class Storage {

  private final Computations session;
  private final Allocation allocation;
  private final long address;
  private final ElementType type;
  private final Reclaimer.Registration registration;

  /** Whose memory is leased; null if it is not a lease. */
  private final Storage owner;

  private volatile boolean freed;
  private volatile int preferredDevice = Placement.ANY_DEVICE;

  private Storage(
      Computations session,
      Allocation allocation,
      ElementType type,
      Reclaimer reclaimer,
      Storage owner) {
    this.owner = owner;
    this.session = session;
    this.allocation = allocation;
    this.address = allocation.hostAddress();
    this.type = type;
    this.registration = reclaimer == null ? null : reclaimer.register(this, allocation);
  }

  /** The storage of a new array, freed by {@code reclaimer} when it is unreachable. */
  static Storage of(
      Computations session, Allocation allocation, ElementType type, Reclaimer reclaimer) {
    return new Storage(session, allocation, type, Objects.requireNonNull(reclaimer), null);
  }

  /** The memory of a variable, which its module frees. */
  static Storage ofVariable(Computations session, Allocation allocation, ElementType type) {
    return new Storage(session, allocation, type, null, null);
  }

  /** A lease of this memory, which can be used until {@link #endLease}. */
  Storage lease() {
    return new Storage(session, allocation, type, null, this);
  }

  /** Ends the use of leased memory. Idempotent. */
  public void endLease() {
    if (owner == null) {
      throw new IllegalStateException(allocation + " is not leased");
    }
    freed = true;
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

  /**
   * The device on which fills of this memory and copies into it run; {@link Placement#ANY_DEVICE}
   * if policies choose.
   */
  int preferredDevice() {
    return preferredDevice;
  }

  /** Makes {@link #preferredDevice} return {@code device}, for fills and copies from now on. */
  public void prefer(int device) {
    preferredDevice = device;
  }

  /** Whether its memory was freed. */
  public boolean isFreed() {
    return freed || allocation.isFreed();
  }

  /** Whether it is the memory of a variable of a module. */
  public boolean isVariable() {
    return registration == null && owner == null;
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
    if (owner != null) {
      throw new GrCudaException(
          GrCudaException.Kind.STATE, "a segment cannot be freed: call its release");
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
    if (freed && !isLent()) {
      throw refused(what);
    }
    session.checkOpen();
    // cudaDeviceReset frees memory without a request of the array.
    if (allocation.isFreed() && !isLent()) {
      throw refused(what);
    }
  }

  /** Whether a function that came before the free uses it on this thread. */
  private boolean isLent() {
    return session.hostAccess().isLent(allocation);
  }

  private GrCudaException refused(NdArray what) {
    return new GrCudaException(
        GrCudaException.Kind.STATE,
        owner == null
            ? "array " + what.describe() + " was freed"
            : "segment " + what.describe() + " was released");
  }
}
