package org.grcuda.runtime.computation;

/**
 * A region that a computation uses, and how.
 *
 * @param isCertain false where it is not known whether the computation touches it at all: its users
 *     come one after the other as always, but a failure of an earlier one is not passed on
 */
public record Access(Region region, AccessMode mode, boolean isCertain) {

  /** One that is certain. */
  public Access(Region region, AccessMode mode) {
    this(region, mode, true);
  }

  /** The allocation of the region. */
  public Allocation allocation() {
    return region.allocation();
  }
}
