package org.grcuda.runtime.computation;

/**
 * A region that a computation uses, and how.
 *
 * @param isCertain false if it is not known whether the computation touches the region at all. Then
 *     the region's users are ordered as always, but the failure of an earlier user is not passed on
 */
public record Access(Region region, AccessMode mode, boolean isCertain) {

  /** An access that is certain. */
  public Access(Region region, AccessMode mode) {
    this(region, mode, true);
  }

  /** The allocation of the region. */
  public Allocation allocation() {
    return region.allocation();
  }
}
