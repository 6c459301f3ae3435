package org.grcuda.runtime.computation;

import java.util.Objects;

/**
 * Contiguous bytes of an allocation: the unit of dependencies and of locations.
 *
 * @param allocation the allocation
 * @param offset first byte, from 0
 * @param length bytes, at least 1
 */
public record Region(Allocation allocation, long offset, long length) {

  /** Checks the bounds. */
  public Region {
    Objects.checkFromIndexSize(offset, length, allocation.bytes());
    if (length == 0) {
      throw new IllegalArgumentException("empty region of " + allocation);
    }
  }

  /** First byte after the region. */
  public long end() {
    return offset + length;
  }

  /** Whether this is the whole allocation. */
  public boolean isWhole() {
    return length == allocation.bytes();
  }

  /** Whether the two have a byte in common. */
  public boolean overlaps(Region other) {
    return allocation == other.allocation && offset < other.end() && other.offset < end();
  }
}
