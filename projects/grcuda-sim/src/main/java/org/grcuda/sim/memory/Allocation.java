package org.grcuda.sim.memory;

/** A piece of memory of a simulated machine. */
public final class Allocation {

  private final long address;
  private final long bytes;
  private final int place;
  private final boolean variable;
  // Null unless it is managed.
  private final Pages pages;

  Allocation(long address, long bytes, int place) {
    this(address, bytes, place, false);
  }

  private Allocation(long address, long bytes, int place, boolean variable) {
    this.address = address;
    this.bytes = bytes;
    this.place = place;
    this.variable = variable;
    this.pages = place == SimMemory.MANAGED ? new Pages(address, bytes) : null;
  }

  static Allocation variable(long address, long bytes, int device) {
    return new Allocation(address, bytes, device, true);
  }

  /** Its first address. */
  public long address() {
    return address;
  }

  /** Its size. */
  public long bytes() {
    return bytes;
  }

  /** The device, or {@link SimMemory#HOST}; meaningless if it {@link #isManaged}. */
  public int place() {
    return place;
  }

  /** Whether it is managed memory, whose pages may be anywhere. */
  public boolean isManaged() {
    return place == SimMemory.MANAGED;
  }

  Pages pages() {
    return pages;
  }

  boolean isVariable() {
    return variable;
  }
}
