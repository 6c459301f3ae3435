package org.grcuda.runtime;

/** A region that a computation uses, and how. */
public record Access(Region region, AccessMode mode) {

  /** The allocation of the region. */
  public Allocation allocation() {
    return region.allocation();
  }
}
